import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TEST_CERTIFICATE, TEST_CERTIFICATE_KEY } from '../../test/support/tls-certificate.ts';
import { type Config, deriveConfig } from './config.ts';
import { ConfigError, readEnv } from './env.ts';
import { toListenError } from './listen.ts';
import { readSecrets } from './secrets.ts';

let folder: string;
const file = (name: string) => join(folder, name);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'granary-config-'));
  writeFileSync(file('cert.pem'), TEST_CERTIFICATE);
  writeFileSync(file('key.pem'), TEST_CERTIFICATE_KEY);
  writeFileSync(file('garbage.pem'), 'no certificate');
});

afterAll(() => rmSync(folder, { recursive: true }));

type Environment = Readonly<Record<string, string>>;

const toConfig = (environment: Environment): Config => deriveConfig(readEnv(environment));
/** Allows plaintext, so that only the tested variable can be invalid. */
const toPlaintextConfig = (environment: Environment) =>
  toConfig({ ALLOW_PLAINTEXT: '1', ...environment });
const errorMessage = (action: () => unknown): string => {
  try {
    action();
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return 'no error';
};

/** Invalid values, valid values and their effect, for every variable. */
const variables: readonly {
  readonly name: string;
  readonly invalid: readonly string[];
  readonly valid: readonly (readonly [value: string, config: Partial<Config>])[];
}[] = [
  { name: 'GRANARY_MODE', invalid: ['production', 'DEMO'], valid: [['start', { isDemo: false }]] },
  {
    name: 'PORT',
    invalid: ['http', '-1', '65536', '80.5', '8080 # web'],
    valid: [
      ['80', { port: 80 }],
      ['0', { port: 0 }],
    ],
  },
  { name: 'HOST', invalid: [], valid: [['::', { host: '::', mqttHost: '::' }]] },
  { name: 'DATA_DIR', invalid: [], valid: [['here', { dataDir: resolve('here') }]] },
  {
    name: 'DATABASE_URL',
    invalid: ['mysql://x', 'localhost'],
    valid: [['postgres://a@b/c', { databaseUrl: 'postgres://a@b/c' }]],
  },
  { name: 'MQTT_PORT', invalid: ['mqtt', '70000'], valid: [['1884', { mqttPort: 1884 }]] },
  { name: 'MQTT_HOST', invalid: [], valid: [['10.0.0.1', { mqttHost: '10.0.0.1' }]] },
  { name: 'MQTTS_PORT', invalid: ['-8'], valid: [['8884', { mqttsPort: 8884 }]] },
  {
    name: 'TRUST_PROXY',
    invalid: ['yes', 'nginx', '10.0.0.0/33', '10.0.0.1,', '10.0.0.0/8/8', '::1/129', '10.0.0.0/'],
    valid: [
      ['127.0.0.1, 10.0.0.0/8', { trustProxy: '127.0.0.1, 10.0.0.0/8' }],
      ['loopback,fd00::/8', { trustProxy: 'loopback,fd00::/8' }],
    ],
  },
  {
    name: 'PUBLIC_URL',
    invalid: ['granary.example'],
    valid: [['https://granary.example', { publicUrl: 'https://granary.example' }]],
  },
  { name: 'ALLOW_PLAINTEXT', invalid: ['yes', 'true', '2'], valid: [['1', { host: '0.0.0.0' }]] },
  { name: 'ADMIN_EMAIL', invalid: ['admin'], valid: [] },
  { name: 'ADMIN_PASSWORD', invalid: ['short'], valid: [] },
  { name: 'TOKEN_KEY', invalid: ['secret'], valid: [['x'.repeat(32), {}]] },
  { name: 'BOARD_KEY_PEPPER', invalid: ['pepper'], valid: [['x'.repeat(32), {}]] },
  { name: 'TOTP_KEY', invalid: ['short'], valid: [['x'.repeat(32), {}]] },
  { name: 'OUTBOX_KEY', invalid: ['short'], valid: [['x'.repeat(32), {}]] },
  { name: 'VAPID_PRIVATE_KEY', invalid: ['short', 'x'.repeat(42)], valid: [['x'.repeat(43), {}]] },
  {
    name: 'METRICS_TOKEN',
    invalid: ['short'],
    valid: [['x'.repeat(16), { metricsToken: 'x'.repeat(16) }]],
  },
  {
    name: 'SMS_URL',
    invalid: ['sms.example', 'ftp://sms.example'],
    valid: [
      ['https://sms.example/send', { sms: { url: 'https://sms.example/send', token: null } }],
    ],
  },
  { name: 'SMS_TOKEN', invalid: [], valid: [] },
  {
    name: 'HEARTBEAT_URL',
    invalid: ['monitor.example', 'ftp://monitor.example'],
    valid: [['https://monitor.example/ping', { heartbeatUrl: 'https://monitor.example/ping' }]],
  },
  { name: 'RAW_DAYS', invalid: ['0', '1.5', 'ever'], valid: [['30', { rawDays: 30 }]] },
  { name: 'SMTP_URL', invalid: ['mail.example', 'https://mail.example'], valid: [] },
  {
    name: 'MAIL_FROM',
    invalid: ['granary'],
    valid: [['granary@farm.example', { mailFrom: 'granary@farm.example' }]],
  },
  { name: 'TILE_URL', invalid: ['tiles.example'], valid: [] },
  { name: 'TILE_ATTRIBUTION', invalid: [], valid: [['Maps Inc.', { maps: null }]] },
  { name: 'GEOCODER_URL', invalid: ['photon.example'], valid: [] },
  { name: 'MAP_PROVIDER', invalid: ['google'], valid: [] },
  { name: 'GEOCODER', invalid: ['google'], valid: [] },
  { name: 'MAP_KEY', invalid: ['x'.repeat(201)], valid: [['k', { maps: null }]] },
  { name: 'GEOCODER_KEY', invalid: ['x'.repeat(201)], valid: [['k', { geocoder: null }]] },
  { name: 'LOG_LEVEL', invalid: ['loud'], valid: [['debug', { logLevel: 'debug' }]] },
];

describe('the environment', () => {
  it.each(variables)('$name: an invalid value gives a one-line error that names it', (variable) => {
    for (const value of variable.invalid) {
      const message = errorMessage(() => toPlaintextConfig({ [variable.name]: value }));
      expect(message, value).toMatch(new RegExp(`^${variable.name} must be .+\\.$`));
      expect(message).not.toContain('\n');
    }
  });

  it.each(variables)('$name: a valid value takes effect', (variable) => {
    for (const [value, expected] of variable.valid) {
      expect(toPlaintextConfig({ [variable.name]: value }), value).toMatchObject(expected);
    }
  });

  it('has a test for every variable', () => {
    const testedNames = [...variables.map(({ name }) => name), 'TLS_CERT', 'TLS_KEY'];
    expect(testedNames.sort()).toEqual(Object.keys(readEnvKeys()).sort());
  });

  it('treats an empty variable as absent', () => {
    const empty = Object.fromEntries(variables.map(({ name }) => [name, '']));
    expect(toConfig({ ...empty, ALLOW_PLAINTEXT: '1' })).toEqual(toPlaintextConfig({}));
  });

  it('has the documented defaults', () => {
    expect(toPlaintextConfig({})).toEqual({
      isDemo: false,
      dataDir: resolve('data'),
      databaseUrl: null,
      host: '0.0.0.0',
      port: 8080,
      mqttHost: '0.0.0.0',
      plainMqttHost: '0.0.0.0',
      mqttPort: 1883,
      mqttsPort: 8883,
      tls: null,
      trustProxy: null,
      publicUrl: null,
      firstAdmin: null,
      metricsToken: null,
      sms: null,
      heartbeatUrl: null,
      rawDays: 90,
      logLevel: 'info',
      smtpUrl: null,
      mailFrom: 'Granary <granary@localhost>',
      maps: null,
      geocoder: null,
    });
    expect(toConfig({ GRANARY_MODE: 'demo' })).toMatchObject({
      isDemo: true,
      host: '127.0.0.1',
      mqttHost: '127.0.0.1',
      dataDir: resolve('data/demo'),
      logLevel: 'warn',
    });
  });

  it('requires the email and the password of the admin together', () => {
    const [email, password] = ['a@config.example', 'seventeen geese'];
    expect(toPlaintextConfig({ ADMIN_EMAIL: email, ADMIN_PASSWORD: password })).toMatchObject({
      firstAdmin: { email, password },
    });
    for (const incompletePair of [{ ADMIN_EMAIL: email }, { ADMIN_PASSWORD: password }]) {
      expect(errorMessage(() => toPlaintextConfig(incompletePair))).toBe(
        'ADMIN_EMAIL and ADMIN_PASSWORD must be set together.',
      );
    }
  });

  it('does not show an invalid secret', () => {
    for (const name of [
      'ADMIN_PASSWORD',
      'TOKEN_KEY',
      'BOARD_KEY_PEPPER',
      'TOTP_KEY',
      'OUTBOX_KEY',
      'VAPID_PRIVATE_KEY',
      'METRICS_TOKEN',
    ]) {
      expect(errorMessage(() => toPlaintextConfig({ [name]: 'canary' }))).not.toContain('canary');
    }
  });
});

function readEnvKeys(): Record<string, unknown> {
  const keys: Record<string, unknown> = {};
  const spy = new Proxy<Record<string, string | undefined>>(
    {},
    {
      get: (_, key) => {
        keys[String(key)] = true;
        return undefined;
      },
    },
  );
  readEnv(spy);
  return keys;
}

describe('the demo', () => {
  it.each(['0.0.0.0', '::', '192.168.1.4', 'granary.example', '127.0.0.1.example'])(
    'refuses to listen on an address that is not loopback: %s',
    (host) => {
      for (const name of ['HOST', 'MQTT_HOST']) {
        const demo = {
          GRANARY_MODE: 'demo',
          ALLOW_PLAINTEXT: '1',
          HOST: '127.0.0.1',
          [name]: host,
        };
        expect(errorMessage(() => toConfig(demo))).toMatch(
          /HOST must be a loopback address in the demo\.$/,
        );
      }
    },
  );

  it.each(['127.0.0.1', '127.8.0.1', 'localhost', '::1'])('listens on loopback: %s', (host) => {
    expect(toConfig({ GRANARY_MODE: 'demo', HOST: host })).toMatchObject({ host, mqttHost: host });
  });
});

describe('plaintext passwords', () => {
  const tls = () => ({ TLS_CERT: file('cert.pem'), TLS_KEY: file('key.pem') });

  it.each([{}, { HOST: '192.168.1.4' }, { HOST: '127.0.0.1', MQTT_HOST: '0.0.0.0' }])(
    'do not leave the machine unless allowed: %o',
    (environment) => {
      expect(errorMessage(() => toConfig(environment))).toMatch(/TLS_CERT.*ALLOW_PLAINTEXT=1\.$/);
      expect(toPlaintextConfig(environment)).toMatchObject({ tls: null });
      expect(toConfig({ ...environment, ...tls() }).tls).not.toBeNull();
    },
  );

  it('are allowed over loopback', () => {
    expect(toConfig({ HOST: '127.0.0.1' })).toMatchObject({ tls: null, host: '127.0.0.1' });
  });

  it('are not accepted from other machines without TLS, unless allowed', () => {
    expect(toConfig(tls())).toMatchObject({ mqttHost: '0.0.0.0', plainMqttHost: '127.0.0.1' });
    expect(toPlaintextConfig(tls())).toMatchObject({
      mqttHost: '0.0.0.0',
      plainMqttHost: '0.0.0.0',
    });
    expect(toConfig({ ...tls(), HOST: 'localhost' })).toMatchObject({ plainMqttHost: 'localhost' });
  });
});

describe('an incomplete or invalid TLS configuration', () => {
  it.each([
    [{ TLS_CERT: 'cert.pem' }, 'TLS_CERT requires TLS_KEY.'],
    [{ TLS_KEY: 'key.pem' }, 'TLS_KEY requires TLS_CERT.'],
    [{ TLS_CERT: 'missing.pem', TLS_KEY: 'key.pem' }, 'TLS_CERT must be a readable file'],
    [{ TLS_CERT: 'cert.pem', TLS_KEY: 'missing.pem' }, 'TLS_KEY must be a readable file'],
    [{ TLS_CERT: 'garbage.pem', TLS_KEY: 'key.pem' }, 'TLS_CERT and TLS_KEY must be a certificate'],
    [
      { TLS_CERT: 'cert.pem', TLS_KEY: 'garbage.pem' },
      'TLS_CERT and TLS_KEY must be a certificate',
    ],
  ])('is rejected with a one-line error: %o', (names, message) => {
    const environment = Object.fromEntries(
      Object.entries(names).map(([name, value]) => [name, file(String(value))]),
    );
    expect(errorMessage(() => toConfig(environment))).toContain(message);
  });
});

describe('secrets', () => {
  it('are generated once, with access for the owner only', () => {
    const generatedSecrets = readSecrets(readEnv({}), file('data'));
    expect(generatedSecrets.tokenKey).toHaveLength(32);
    expect(generatedSecrets.boardPepper).toHaveLength(32);
    expect(generatedSecrets.tokenKey).not.toEqual(generatedSecrets.boardPepper);
    expect(readSecrets(readEnv({}), file('data'))).toEqual(generatedSecrets);
    expect(generatedSecrets.totpKey).toHaveLength(32);
    expect(generatedSecrets.outboxKey).toHaveLength(32);
    for (const name of ['token-key', 'board-key-pepper', 'totp-key']) {
      expect(statSync(join(folder, 'data', 'secrets', name)).mode & 0o777).toBe(0o600);
    }
    expect(statSync(join(folder, 'data', 'secrets')).mode & 0o777).toBe(0o700);
  });

  it('can be set in the environment, and are then not written to disk', () => {
    const secretEnvironment = {
      TOKEN_KEY: 't'.repeat(40),
      BOARD_KEY_PEPPER: 'p'.repeat(40),
      TOTP_KEY: 's'.repeat(40),
      OUTBOX_KEY: 'o'.repeat(40),
      VAPID_PRIVATE_KEY: 'v'.repeat(43),
    };
    const secrets = readSecrets(readEnv(secretEnvironment), file('elsewhere'));
    expect(secrets.tokenKey.toString()).toBe(secretEnvironment.TOKEN_KEY);
    expect(secrets.boardPepper.toString()).toBe(secretEnvironment.BOARD_KEY_PEPPER);
    expect(secrets.totpKey.toString()).toBe(secretEnvironment.TOTP_KEY);
    expect(secrets.outboxKey.toString()).toBe(secretEnvironment.OUTBOX_KEY);
    expect(secrets.vapidKey).toHaveLength(32);
    expect(() => statSync(file('elsewhere'))).toThrow();
  });

  it('prevent startup with a one-line error if they are invalid', () => {
    readSecrets(readEnv({}), file('broken'));
    const path = join(folder, 'broken', 'secrets', 'token-key');
    for (const content of ['', 'abcd', `${readFileSync(path, 'utf8').slice(0, 40)}`]) {
      chmodSync(path, 0o600);
      writeFileSync(path, content);
      const message = errorMessage(() => readSecrets(readEnv({}), file('broken')));
      expect(message).toMatch(/^DATA_DIR contains an invalid secret, .*token-key; remove it/);
    }
  });
});

describe('a port that cannot be opened', () => {
  it.each([
    ['EADDRINUSE', 'PORT 80 is already in use. Choose another port.'],
    ['EACCES', 'This user is not allowed to listen on PORT 80. Choose a port above 1023.'],
    ['EADDRNOTAVAIL', 'HOST must be an address of this machine, not 10.9.8.7.'],
    ['ENOTFOUND', 'HOST must be an address of this machine, not 10.9.8.7.'],
  ])('is reported in one line: %s', (code, message) => {
    const error = Object.assign(new Error('listen failed'), { code });
    expect(toListenError(error, ['HOST', '10.9.8.7'], ['PORT', 80])).toEqual(
      new ConfigError(message),
    );
  });

  it('leaves other errors unchanged', () => {
    const error = new Error('something else');
    expect(toListenError(error, ['HOST', 'h'], ['PORT', 1])).toBe(error);
  });
});
