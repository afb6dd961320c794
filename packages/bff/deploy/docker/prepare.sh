#!/bin/sh
# Makes everything that compose.yaml reads, in the folder of this file: secrets, settings, and a certificate of its own for a first
# try. Keeps each file that exists.
#
#   sh prepare.sh pay.example [terminals.example]
set -eu
cd "$(dirname "$0")"
umask 077
pay=${1:?"the name of the BFF, such as pay.example"}
terminals=${2:-terminals.$pay}

mkdir -p secrets/tls packages
chmod 0755 secrets/tls packages
# A container runs as another user, so each file is readable; the folder `secrets` is not.
keep() {
  if [ -e "$1" ]; then cat > /dev/null; else cat > "$1"; fi
  chmod 0644 "$1"
}
hex() { openssl rand -hex 24; }

hex | keep secrets/postgres_password
for name in ledger ledger_owner service service_owner; do
  hex | keep "secrets/${name}_password"
  printf 'postgres://%s:%s@postgres:5432/%s?sslmode=disable' "$name" "$(cat "secrets/${name}_password")" "${name%_owner}" |
    keep "secrets/${name}_url"
done
openssl rand -base64 32 | keep secrets/tapboard_secret
hex | keep secrets/host_secret
openssl rand -base64 32 | keep secrets/data_key
# The key of the merchant's account at the upstream.
printf '%s' "${API_KEY:-replace-me}" | keep secrets/api_key

keep .env << END
# The version of Tapboard.
VERSION=latest
END

keep bff.env << END
# Settings of the BFFs. Secrets are files in secrets/.
TAPBOARD_PUBLIC_URL=https://$pay
TAPBOARD_TERMINAL_URL=https://$terminals
TAPBOARD_UPSTREAM_ENVIRONMENT=sandbox
TAPBOARD_MERCHANT_ID=shop
TAPBOARD_MERCHANT_NAME=My shop
TAPBOARD_MERCHANT_ORIGINS=https://${pay#*.}
# Traces and metrics by OTLP; build the images with MORE='@opentelemetry/api@1 @opentelemetry/sdk-node@0'.
# OTEL_EXPORTER_OTLP_ENDPOINT=http://collector:4318
END

keep service.env << END
# Settings of the service.
TAPBOARD_SERVICE_PUBLIC_URL=https://$terminals
# OTEL_EXPORTER_OTLP_ENDPOINT=http://collector:4318
END

# The configuration for nginx on a machine, with the names and the addresses of the containers.
sed "s/pay\.example/$pay/g; s/terminals\.example/$terminals/g; s/listen 127\.0\.0\.1:4299/listen 4300/
  s/server 127\.0\.0\.1:4300/server 172.30.43.11:4300/; s/server 127\.0\.0\.1:4301/server 172.30.43.12:4300/
  s/server 127\.0\.0\.1:4010/server 172.30.43.21:4010/; /server 127\.0\.0\.1:4011/d" ../nginx.conf | keep nginx.conf
if [ ! -e secrets/tls/certificate.pem ]; then
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -noenc -days 30 -subj "/CN=$pay" \
    -addext "subjectAltName=DNS:$pay,DNS:$terminals" -keyout secrets/tls/key.pem -out secrets/tls/certificate.pem 2> /dev/null
  chmod 0644 secrets/tls/key.pem secrets/tls/certificate.pem
  echo "secrets/tls: a certificate that no browser trusts, for a first try. Replace both files."
fi
if grep -q replace-me secrets/api_key; then
  echo "secrets/api_key: write the key of your account at the upstream into it."
fi
echo "bff.env: check the addresses. Then: docker compose up --detach"
