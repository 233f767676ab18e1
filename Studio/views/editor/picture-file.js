// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the picture files that people put on pages.

import { keptSize } from '../../model/insertions.js';

/**
 * A picture as it is kept: drawn anew, so that no place and no camera of a photo comes along, upright, and not too large.
 * @param {Blob} file
 * @returns {Promise<{format: string, bytes: string, width: number, height: number}>}
 */
export async function readPicture(file) {
    const bitmap = await createImageBitmap(file);
    const { width, height } = keptSize(bitmap.width, bitmap.height);
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [width, height];
    const context = canvas.getContext('2d');
    if (!context) throw new Error('This browser gives no canvas to draw on.');
    context.imageSmoothingQuality = 'high';
    context.drawImage(bitmap, 0, 0, width, height);
    bitmap.close();
    // Photos stay photos; what may have clear edges or see-through parts stays exact, unless it is large.
    const isPhoto = /jpe?g|heic|heif|webp|avif/.test(file.type) && !hasClearParts(context, width, height);
    const encoded = async (/** @type {string} */ type) => /** @type {Blob} */ (await new Promise((resolve, reject) =>
        canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture cannot be kept.'))), type, 0.9)));
    let blob = await encoded(isPhoto ? 'image/jpeg' : 'image/png');
    if (!isPhoto && blob.size > 6 * 2 ** 20 && !hasClearParts(context, width, height)) blob = await encoded('image/jpeg');
    canvas.width = 0;
    return { format: blob.type === 'image/jpeg' ? 'jpeg' : 'png', bytes: await base64(blob), width, height };
}

/** @param {CanvasRenderingContext2D} context @param {number} width @param {number} height */
function hasClearParts(context, width, height) {
    const { data } = context.getImageData(0, 0, width, height);
    for (let i = 3; i < data.length; i += 4) if (data[i] < 255) return true;
    return false;
}

/** @param {Blob} blob @returns {Promise<string>} */
function base64(blob) {
    return new Promise((resolve, reject) => {
        const reader = new FileReader();
        reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
        reader.onerror = () => reject(reader.error);
        reader.readAsDataURL(blob);
    });
}
