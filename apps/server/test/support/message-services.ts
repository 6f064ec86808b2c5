import { join } from 'node:path';
import type { ContactChannel } from '@granary/domain/farm-contacts/farm-contact';
import type { Kysely } from 'kysely';
import { createSystemEnvironment } from '../../src/app/environment.ts';
import { wireServer } from '../../src/app/wire-server.ts';
import { deriveConfig } from '../../src/config/config.ts';
import { readEnv } from '../../src/config/env.ts';
import { readSecrets } from '../../src/config/secrets.ts';
import { createLogger } from '../../src/platform/log/log.ts';
import { openDatabase } from '../../src/platform/postgres/database.ts';
import { startEmbeddedPostgres } from '../../src/platform/postgres/embedded.ts';
import { migrate } from '../../src/platform/postgres/migrate.ts';
import type { Tables } from '../../src/platform/postgres/tables.ts';
import { TEST_PEPPER } from './board-fixtures.ts';
import { createTemporaryFolder } from './data-folders.ts';
import { addBin, addFarm, addUser, TEST_BOARD_KEY } from './fixtures.ts';
import { PUSH_CERTIFICATE, startPushServer } from './push-server.ts';
import { startSmsGateway } from './sms-gateway.ts';
import { startSmtpServer } from './smtp-server.ts';

const OWNER = { email: 'owner@messages.example', password: 'forty bushels a minute' };

/**
 * A program for browser tests: a server that sends to a local push service, mail server and SMS gateway. Its
 * owner's language is German; one contact gets mail in Spanish, and one gets text messages in Italian. It
 * sends its addresses to its parent and, on request, the messages that were received. It exits when its
 * parent disconnects.
 */
async function serve(): Promise<void> {
  const [push, smtp, gateway] = await Promise.all([
    startPushServer(),
    startSmtpServer(),
    startSmsGateway(),
  ]);
  const folder = await createTemporaryFolder();
  const log = createLogger('warn', process.stderr);
  const dataDir = join(folder.path, 'data');
  const postgres = await startEmbeddedPostgres({ dataDir, log });
  const database = openDatabase(postgres.connectionOptions, { log });
  await migrate(database.db);
  const env = readEnv({
    DATA_DIR: dataDir,
    HOST: '127.0.0.1',
    PORT: '0',
    MQTT_PORT: '0',
    PUBLIC_URL: 'http://granary.example',
    SMTP_URL: smtp.url,
    MAIL_FROM: 'granary@granary.example',
    SMS_URL: gateway.url,
    BOARD_KEY_PEPPER: TEST_PEPPER.toString(),
  });
  const secrets = readSecrets(env, dataDir);
  const config = deriveConfig(env);
  const server = await wireServer(config, secrets, database, postgres.connectionOptions, log, {
    ...createSystemEnvironment(),
    // The push service's host name resolves to this machine.
    lookup: async () => [{ address: '127.0.0.1', family: 4 }],
    isPrivateAddress: () => false,
    caCertificates: PUSH_CERTIFICATE,
  });
  const bin = await addBinWithRecipients(database.db);
  const { httpPort, mqttPort } = await server.start();
  const { token_id, keys } = push.subscribe();
  process.on('message', () => {
    process.send?.({
      pushes: push.received.map(({ payload }) => payload),
      mails: smtp.mails,
      texts: gateway.received,
    });
  });
  const stop = async () => {
    await server.stop();
    await database.dispose();
    await postgres.dispose();
    await folder.remove();
  };
  process.on('disconnect', () => {
    void stop().then(() => process.exit(0));
  });
  process.send?.({
    url: `http://127.0.0.1:${httpPort}`,
    board: { mqttPort, mainBoardId: bin.mainBoardId, key: TEST_BOARD_KEY },
    binId: bin.id,
    owner: OWNER,
    subscription: { endpoint: token_id, keys },
  });
}

/** Adds a bin with the recipients of its alerts, and returns the bin. */
async function addBinWithRecipients(db: Kysely<Tables>) {
  const { id } = await addUser(db, 'user', OWNER);
  await db
    .updateTable('users')
    .set({ language: 'de', notifies: true, notifiesByPush: true, notifiesByEmail: false })
    .where('id', '=', id)
    .execute();
  const farm = await addFarm(db, id);
  const addContact = (channel: ContactChannel, address: string, language: string) =>
    db
      .insertInto('farmContacts')
      .values({
        farmId: farm.id,
        name: address,
        channel,
        address,
        minSeverity: 'critical',
        language,
        confirmedAt: new Date(),
      })
      .execute();
  await addContact('mail', 'maria@messages.example', 'es');
  await addContact('sms', '+393331234567', 'it');
  return addBin(db, farm.id, {
    name: 'Nord 1',
    temperatureAlertEnabled: true,
    temperatureAlertC: 30,
  });
}

await serve();
