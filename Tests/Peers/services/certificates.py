"""A certificate authority of a test, and what it signs."""

import datetime
import ipaddress

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID


def pem(key):
    """A private key as PKCS#8."""
    return key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    ).decode()


def make(directory):
    """Writes `chain.pem` and `key.pem` for 127.0.0.1 and localhost; gives their paths and the root's PEM."""
    now = datetime.datetime.now(datetime.timezone.utc)
    root_key, leaf_key = ec.generate_private_key(ec.SECP256R1()), ec.generate_private_key(ec.SECP256R1())
    root_name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Peers' root")])
    leaf_name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])

    def build(subject, key):
        return (
            x509.CertificateBuilder()
            .subject_name(subject).issuer_name(root_name).public_key(key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - datetime.timedelta(days=1)).not_valid_after(now + datetime.timedelta(days=7))
        )

    root = build(root_name, root_key).add_extension(x509.BasicConstraints(True, 0), critical=True)
    names = [x509.DNSName("localhost"), x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]
    leaf = (
        build(leaf_name, leaf_key)
        .add_extension(x509.BasicConstraints(False, None), critical=True)
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
    )
    texts = [
        builder.sign(root_key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM).decode()
        for builder in (root, leaf)
    ]
    chain, key = directory / "chain.pem", directory / "key.pem"
    chain.write_text(texts[1])
    key.write_text(pem(leaf_key))
    return chain, key, texts[0]
