#!/bin/sh
# Runs once, with an empty data folder: a database for the BFF and one for the service, each with an owner, who migrates, and a user
# of the running program, who may not change tables. Passwords are files of SECRETS.
set -eu
export SECRETS="${SECRETS:-/run/secrets}" NAME
for NAME in ledger service; do
  psql --username="$POSTGRES_USER" --dbname=postgres --no-psqlrc --quiet --set=ON_ERROR_STOP=1 << 'END'
\getenv name NAME
\set owner :name _owner
\set password `cat "$SECRETS/${NAME}_password"`
\set owner_password `cat "$SECRETS/${NAME}_owner_password"`
create role :"owner" login password :'owner_password';
create role :"name" login password :'password';
create database :"name" owner :"owner" template template0 encoding 'UTF8' lc_collate 'C' lc_ctype 'C';
revoke all on database :"name" from public;
grant connect, temporary on database :"name" to :"name";
\connect :"name"
revoke create on schema public from public;
grant usage, create on schema public to :"owner";
grant usage on schema public to :"name";
alter default privileges for role :"owner" grant select, insert, update, delete on tables to :"name";
alter default privileges for role :"owner" grant usage, select on sequences to :"name";
END
done
