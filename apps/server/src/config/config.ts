import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createSecureContext } from 'node:tls';
import {
  geocoderPresets,
  isGeocoderPreset,
  isMapPreset,
  mapPresets,
} from '@granary/domain/places/providers';
import { ConfigError, type Env } from './env.ts';

export interface Tls {
  readonly cert: Buffer;
  readonly key: Buffer;
}

/** A provider that the environment sets: a preset, `own` with its address, or `none`. */
export interface ConfiguredProvider {
  readonly provider: string;
  readonly url: string | null;
  readonly key: string | null;
  readonly attribution: string;
}

/** The configuration, derived from the environment and validated. */
export interface Config {
  readonly isDemo: boolean;
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  readonly host: string;
  readonly port: number;
  readonly mqttHost: string;
  /** The address for MQTT without TLS: loopback, unless plain text is allowed. */
  readonly plainMqttHost: string;
  readonly mqttPort: number;
  readonly mqttsPort: number;
  readonly tls: Tls | null;
  readonly trustProxy: string | null;
  readonly publicUrl: string | null;
  /** The mail server; if null, mails are written to files in the data folder. */
  readonly smtpUrl: string | null;
  readonly mailFrom: string;
  /** The gateway for text messages; if null, none are sent. */
  readonly sms: { readonly url: string; readonly token: string | null } | null;
  /** The providers of map images and place search; if null, an admin chooses them. */
  readonly maps: ConfiguredProvider | null;
  readonly geocoder: ConfiguredProvider | null;
  readonly firstAdmin: { readonly email: string; readonly password: string } | null;
  readonly metricsToken: string | null;
  /** Called every minute while the server is working. */
  readonly heartbeatUrl: string | null;
  readonly rawDays: number;
  readonly logLevel: string;
}

/** Derives the configuration; throws a `ConfigError` when it is invalid or unsafe. */
export function deriveConfig(env: Env): Config {
  const isDemo = env.GRANARY_MODE === 'demo';
  const host = env.HOST ?? (isDemo ? '127.0.0.1' : '0.0.0.0');
  const mqttHost = env.MQTT_HOST ?? host;
  const tls = readTls(env);
  const isBeyondLoopback = !(isLoopback(host) && isLoopback(mqttHost));
  if (isDemo) {
    for (const [name, value] of Object.entries({ HOST: host, MQTT_HOST: mqttHost })) {
      if (!isLoopback(value))
        throw new ConfigError(`${name} must be a loopback address in the demo.`);
    }
  } else if (!tls && !env.ALLOW_PLAINTEXT && isBeyondLoopback) {
    throw new ConfigError(
      'Passwords would cross the network in the clear: set TLS_CERT and TLS_KEY, or HOST=127.0.0.1, or ALLOW_PLAINTEXT=1.',
    );
  }
  return {
    isDemo,
    dataDir: resolve(env.DATA_DIR ?? (isDemo ? './data/demo' : './data')),
    databaseUrl: env.DATABASE_URL ?? null,
    host,
    port: env.PORT,
    mqttHost,
    plainMqttHost: tls && !env.ALLOW_PLAINTEXT && !isLoopback(mqttHost) ? '127.0.0.1' : mqttHost,
    mqttPort: env.MQTT_PORT,
    mqttsPort: env.MQTTS_PORT,
    tls,
    trustProxy: env.TRUST_PROXY ?? null,
    publicUrl: env.PUBLIC_URL ?? null,
    smtpUrl: env.SMTP_URL ?? null,
    mailFrom: readMailFrom(env),
    sms: readSmsGateway(env),
    maps: readMapProvider(env),
    geocoder: readGeocoder(env),
    firstAdmin: readFirstAdmin(env),
    metricsToken: env.METRICS_TOKEN ?? null,
    heartbeatUrl: env.HEARTBEAT_URL ?? null,
    rawDays: env.RAW_DAYS,
    // In the demo, a person reads the log in the terminal.
    logLevel: env.LOG_LEVEL ?? (isDemo ? 'warn' : 'info'),
  };
}

/** Whether only programs on this machine can reach the address. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

function readTls(env: Env): Tls | null {
  if (env.TLS_CERT === undefined && env.TLS_KEY === undefined) return null;
  if (env.TLS_CERT === undefined) throw new ConfigError('TLS_KEY requires TLS_CERT.');
  if (env.TLS_KEY === undefined) throw new ConfigError('TLS_CERT requires TLS_KEY.');
  const tls = { cert: read('TLS_CERT', env.TLS_CERT), key: read('TLS_KEY', env.TLS_KEY) };
  try {
    createSecureContext(tls);
  } catch {
    throw new ConfigError(
      'TLS_CERT and TLS_KEY must be a certificate and its private key, in PEM format.',
    );
  }
  return tls;
}

function read(name: string, file: string): Buffer {
  try {
    return readFileSync(file);
  } catch {
    throw new ConfigError(`${name} must be a readable file; ${file} is not.`);
  }
}

/**
 * Reads the sender of mails, which must be set if there is a mail server, because mail servers reject unknown
 * senders.
 */
function readMailFrom(env: Env): string {
  if (env.SMTP_URL !== undefined && env.MAIL_FROM === undefined) {
    throw new ConfigError('SMTP_URL requires MAIL_FROM.');
  }
  return env.MAIL_FROM ?? 'Granary <granary@localhost>';
}

function readSmsGateway({ SMS_URL: url, SMS_TOKEN: token }: Env): Config['sms'] {
  if (url !== undefined) return { url, token: token ?? null };
  if (token !== undefined) throw new ConfigError('SMS_TOKEN requires SMS_URL.');
  return null;
}

function readMapProvider(env: Env): ConfiguredProvider | null {
  const provider = env.MAP_PROVIDER;
  const preset = provider !== undefined && isMapPreset(provider) ? mapPresets[provider] : null;
  if (preset?.needsContact && env.PUBLIC_URL === undefined) {
    throw new ConfigError(
      `MAP_PROVIDER=${provider} requires PUBLIC_URL, so that its operators can contact you.`,
    );
  }
  return toConfiguredProvider({
    names: { provider: 'MAP_PROVIDER', url: 'TILE_URL', key: 'MAP_KEY' },
    provider,
    needsKey: preset?.needsKey ?? false,
    url: env.TILE_URL,
    key: env.MAP_KEY,
    attribution: env.TILE_ATTRIBUTION,
  });
}

function readGeocoder(env: Env): ConfiguredProvider | null {
  const provider = env.GEOCODER;
  const preset =
    provider !== undefined && isGeocoderPreset(provider) ? geocoderPresets[provider] : null;
  return toConfiguredProvider({
    names: { provider: 'GEOCODER', url: 'GEOCODER_URL', key: 'GEOCODER_KEY' },
    provider,
    needsKey: preset?.needsKey ?? false,
    url: env.GEOCODER_URL,
    key: env.GEOCODER_KEY,
    attribution: undefined,
  });
}

interface ProviderVariables {
  readonly names: { readonly provider: string; readonly url: string; readonly key: string };
  readonly provider: string | undefined;
  readonly needsKey: boolean;
  readonly url: string | undefined;
  readonly key: string | undefined;
  readonly attribution: string | undefined;
}

function toConfiguredProvider(variables: ProviderVariables): ConfiguredProvider | null {
  const { names, provider, url, key, attribution = '' } = variables;
  if (provider !== undefined && url !== undefined) {
    throw new ConfigError(`${names.provider} and ${names.url} cannot be set together.`);
  }
  if (provider === undefined && url === undefined) return null;
  const needsKey = variables.needsKey || url?.includes('{key}');
  if (needsKey && key === undefined) {
    throw new ConfigError(
      provider === undefined
        ? `${names.url} with {key} requires ${names.key}.`
        : `${names.provider}=${provider} requires ${names.key}.`,
    );
  }
  const usedKey = needsKey ? (key ?? null) : null;
  return { provider: provider ?? 'own', url: url ?? null, key: usedKey, attribution };
}

function readFirstAdmin(env: Env): Config['firstAdmin'] {
  if (env.ADMIN_EMAIL === undefined && env.ADMIN_PASSWORD === undefined) return null;
  if (env.ADMIN_EMAIL === undefined || env.ADMIN_PASSWORD === undefined) {
    throw new ConfigError('ADMIN_EMAIL and ADMIN_PASSWORD must be set together.');
  }
  return { email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD };
}
