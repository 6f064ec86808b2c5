import { isIP } from 'node:net';
import {
  findUrlProblem,
  geocoderPresetNames,
  mapPresetNames,
  TILE_PLACEHOLDERS,
} from '@granary/domain/places/providers';
import * as z from 'zod';

const port = z.coerce.number().int().min(0).max(65535);
const flag = z.enum(['0', '1']).transform((value) => value === '1');

/** Trusted proxies in Fastify's format: addresses, networks, and the names of three ranges. */
const proxies = z.string().refine((list) =>
  list.split(',').every((part) => {
    const [address = '', prefixLength, ...more] = part.trim().split('/');
    if (['loopback', 'linklocal', 'uniquelocal'].includes(part.trim())) return true;
    const maxBits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
    const isPrefixValid =
      prefixLength === undefined ||
      (/^\d{1,3}$/.test(prefixLength) && Number(prefixLength) <= maxBits);
    return maxBits > 0 && isPrefixValid && more.length === 0;
  }),
);

/** An email address, or a name followed by an address in angle brackets. */
const sender = /^([^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/;

/** The address of a service, with placeholders in its path or query. */
const serviceAddress = (placeholders: readonly string[]) =>
  z.url({ abort: true }).refine((text) => findUrlProblem(text, placeholders) === null);

/** All environment variables of the server. */
const schema = z.object({
  GRANARY_MODE: z.enum(['demo', 'start']).default('start'),
  PORT: port.default(8080),
  HOST: z.string().min(1).optional(),
  DATA_DIR: z.string().min(1).optional(),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//)
    .optional(),
  MQTT_PORT: port.default(1883),
  MQTT_HOST: z.string().min(1).optional(),
  MQTTS_PORT: port.default(8883),
  TLS_CERT: z.string().min(1).optional(),
  TLS_KEY: z.string().min(1).optional(),
  TRUST_PROXY: proxies.optional(),
  PUBLIC_URL: z.url().optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/, hostname: /./ }).optional(),
  MAIL_FROM: z.string().regex(sender).optional(),
  SMS_URL: z.url({ protocol: /^https?$/, hostname: /./ }).optional(),
  SMS_TOKEN: z.string().min(1).optional(),
  MAP_PROVIDER: z.enum([...mapPresetNames, 'none']).optional(),
  MAP_KEY: z.string().max(200).optional(),
  TILE_URL: serviceAddress(TILE_PLACEHOLDERS).optional(),
  TILE_ATTRIBUTION: z.string().max(300).optional(),
  GEOCODER: z.enum([...geocoderPresetNames, 'none']).optional(),
  GEOCODER_KEY: z.string().max(200).optional(),
  GEOCODER_URL: serviceAddress([]).optional(),
  ALLOW_PLAINTEXT: flag.default(false),
  ADMIN_EMAIL: z.email().optional(),
  ADMIN_PASSWORD: z.string().min(10).max(200).optional(),
  TOKEN_KEY: z.string().min(32).optional(),
  BOARD_KEY_PEPPER: z.string().min(32).optional(),
  TOTP_KEY: z.string().min(32).optional(),
  OUTBOX_KEY: z.string().min(32).optional(),
  VAPID_PRIVATE_KEY: z
    .string()
    .regex(/^[\w-]{43}$/)
    .optional(),
  METRICS_TOKEN: z.string().min(16).optional(),
  HEARTBEAT_URL: z.url({ protocol: /^https?$/, hostname: /./ }).optional(),
  RAW_DAYS: z.coerce.number().int().min(1).max(3650).default(90),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).optional(),
});
export type Env = z.output<typeof schema>;

const expectations: Record<keyof Env, string> = {
  GRANARY_MODE: 'demo or start',
  PORT: 'a port from 0 to 65535',
  HOST: 'an address to listen on',
  DATA_DIR: 'a folder',
  DATABASE_URL: 'a postgres:// address',
  MQTT_PORT: 'a port from 0 to 65535',
  MQTT_HOST: 'an address to listen on',
  MQTTS_PORT: 'a port from 0 to 65535',
  TLS_CERT: 'a certificate file',
  TLS_KEY: 'a private key file',
  TRUST_PROXY: 'addresses or networks of proxies, separated by commas',
  PUBLIC_URL: 'the address people use, such as https://granary.example',
  SMTP_URL: 'the address of a mail server, such as smtps://user:password@mail.example',
  MAIL_FROM: 'an email address, such as Granary <granary@farm.example>',
  SMS_URL: 'the address of an SMS gateway, such as https://sms.example/send',
  SMS_TOKEN: 'the token of the SMS gateway',
  MAP_PROVIDER: `${mapPresetNames.join(', ')} or none`,
  MAP_KEY: 'a key from the provider of map images, at most 200 characters',
  TILE_URL: 'the address of map tiles, such as https://tiles.example/{z}/{x}/{y}.png',
  TILE_ATTRIBUTION: 'the attribution of the map tiles, at most 300 characters',
  GEOCODER: `${geocoderPresetNames.join(', ')} or none`,
  GEOCODER_KEY: 'a key from the provider of place search, at most 200 characters',
  GEOCODER_URL: 'the address of a Photon place search, such as https://photon.example/api',
  ALLOW_PLAINTEXT: '0 or 1',
  ADMIN_EMAIL: 'an email address',
  ADMIN_PASSWORD: 'a password of 10 to 200 characters',
  TOKEN_KEY: 'a secret of at least 32 characters',
  BOARD_KEY_PEPPER: 'a secret of at least 32 characters',
  TOTP_KEY: 'a secret of at least 32 characters',
  OUTBOX_KEY: 'a secret of at least 32 characters',
  VAPID_PRIVATE_KEY: 'a private key of 43 characters, as from web-push generate-vapid-keys',
  METRICS_TOKEN: 'a secret of at least 16 characters',
  HEARTBEAT_URL: 'the address of a monitor, such as https://monitor.example/ping',
  RAW_DAYS: 'a whole number of days from 1 to 3650',
  LOG_LEVEL: 'fatal, error, warn, info, debug, trace or silent',
};

/** An invalid setting; the message is one line that names the variable. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Reads and checks the environment; an empty variable is treated as not set. */
export function readEnv(environment: Record<string, string | undefined>): Env {
  const values = Object.fromEntries(
    Object.keys(expectations).flatMap((key) => {
      const value = environment[key];
      return value === undefined || value === '' ? [] : [[key, value]];
    }),
  );
  const parsed = schema.safeParse(values);
  if (parsed.success) return parsed.data;
  const name = parsed.error.issues[0]?.path[0] as keyof Env;
  throw new ConfigError(`${name} must be ${expectations[name]}.`);
}
