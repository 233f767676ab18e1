# SPDX-License-Identifier: GPL-3.0-or-later
"""Signs a PDF with a key made for the occasion: IN OUT KIND.

KIND is `approval` (nothing is said about changes), `certify1`, `certify2`, `certify3` (DocMDP of that level), or `lock2`
(an approval in a field whose lock limits changes to level 2).
"""
import datetime
import sys

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter
from pyhanko.sign import fields, signers
from pyhanko_certvalidator.registry import SimpleCertificateStore
from asn1crypto import keys
from asn1crypto import x509 as certificates


def signer():
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "A test")])
    start = datetime.datetime(2020, 1, 1)
    certificate = (
        x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key()).serial_number(7)
        .not_valid_before(start).not_valid_after(start + datetime.timedelta(days=36500))
        .add_extension(x509.KeyUsage(True, True, False, False, False, False, False, False, False), critical=True)
        .sign(key, hashes.SHA256())
    )
    der = key.private_bytes(
        serialization.Encoding.DER, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    return signers.SimpleSigner(
        signing_cert=certificates.Certificate.load(certificate.public_bytes(serialization.Encoding.DER)),
        signing_key=keys.PrivateKeyInfo.load(der), cert_registry=SimpleCertificateStore())


def main(source, target, kind):
    with open(source, "rb") as file:
        writer = IncrementalPdfFileWriter(file, strict=False)
        lock = None
        if kind == "lock2":
            lock = fields.FieldMDPSpec(fields.FieldMDPAction.INCLUDE, fields=["Signature"])
        fields.append_signature_field(writer, fields.SigFieldSpec(
            "Signature", field_mdp_spec=lock, doc_mdp_update_value=fields.MDPPerm.FILL_FORMS if lock else None))
        metadata = signers.PdfSignatureMetadata(
            field_name="Signature", certify=kind.startswith("certify"),
            docmdp_permissions=fields.MDPPerm(int(kind[-1])) if kind.startswith("certify") else fields.MDPPerm.ANNOTATE)
        with open(target, "wb") as output:
            signers.sign_pdf(writer, metadata, signer=signer(), output=output)


main(*sys.argv[1:])
