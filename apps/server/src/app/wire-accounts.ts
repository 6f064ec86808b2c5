import { fullName } from '@granary/domain/accounts/full-name';
import type { SecurityEvent } from '@granary/domain/security-events/security-event';
import type { RoutePorts } from '../access/guard.ts';
import { formatInvitationMail, invitationRoutes } from '../accounts/invitation-routes.ts';
import { Invitations } from '../accounts/invitations.ts';
import { PasswordReset } from '../accounts/password-reset.ts';
import { hashPassword, isPasswordCorrect } from '../accounts/passwords.ts';
import { profileRoutes } from '../accounts/profile-routes.ts';
import { formatResetMail, resetRoutes } from '../accounts/reset-routes.ts';
import { accountRoutes } from '../accounts/routes.ts';
import { SecondFactorRateLimit } from '../accounts/second-factor-rate-limit.ts';
import { sessionRoutes } from '../accounts/session-routes.ts';
import type { Sessions } from '../accounts/sessions.ts';
import { SignIn } from '../accounts/sign-in.ts';
import { SignInRateLimit } from '../accounts/sign-in-rate-limit.ts';
import { findLanguage, findUser } from '../accounts/store.ts';
import { TwoFactor } from '../accounts/two-factor.ts';
import { twoFactorRoutes } from '../accounts/two-factor-routes.ts';
import { userRoutes } from '../accounts/users-routes.ts';
import { auditRoutes } from '../audit/routes.ts';
import { notificationRoutes } from '../notifications/routes.ts';
import { SmsNumbers } from '../notifications/sms-numbers.ts';
import { smsRoutes } from '../notifications/sms-routes.ts';
import { forgetDevicesOfSession, forgetDevicesOfUser } from '../notifications/store.ts';
import { formatMessage } from '../platform/http/error-message.ts';
import type { LiveReadings } from '../readings/live/live-readings.ts';
import { securityEventRoutes } from '../security-events/routes.ts';
import type { Dependencies, HttpServer } from './dependencies.ts';
import { toLanguage } from './wire-alerts.ts';
import { wireChannels } from './wire-channels.ts';
import type { Messages } from './wire-outbox.ts';

/**
 * Wires the routes for sign-in, sessions, profiles, users, notifications, the audit log and security events.
 */
export async function wireAccounts(
  dependencies: Dependencies,
  httpServer: HttpServer,
  sessions: Sessions,
  { connections }: LiveReadings,
  messages: Messages,
): Promise<void> {
  const { db, now, securityEvents } = dependencies;
  const { app, guard } = httpServer;
  const sharedPorts: SharedPorts = {
    db,
    guard,
    now,
    sessions,
    sessionEnded: (sid) => connections.disconnectSession(sid),
    record: (event) => securityEvents.record(event),
  };
  await wireSignIn(dependencies, app, sharedPorts, messages);
  const invitations = createInvitations(dependencies, messages);
  invitationRoutes(app, { ...sharedPorts, invitations });
  profileRoutes(app, { db, guard, now });
  userRoutes(app, { ...sharedPorts, invitations, forgetDevices: forgetDevicesOfUser });
  notificationRoutes(app, { db, guard, now, push: messages.push });
  wireSmsNumbers(dependencies, httpServer, messages);
  wireChannels(dependencies, httpServer, messages);
  auditRoutes(app, { db, guard, now });
  securityEventRoutes(app, { db, guard, now, flush: () => securityEvents.flush() });
}

/** Wires the routes of the phone numbers that get alerts by text message. */
function wireSmsNumbers(
  { db, now, secrets }: Dependencies,
  { app, guard }: HttpServer,
  { outbox, sendsSms }: Messages,
): void {
  const smsNumbers = new SmsNumbers({
    db,
    key: secrets.tokenKey,
    now,
    sendCode: async (trx, { userId, number }, code, expiresAt) => {
      const language = toLanguage(await findLanguage(trx, userId));
      const text = formatMessage(language, 'smsCode', { code });
      await outbox.addSms(trx, { to: number, text }, { userId, expiresAt });
    },
    findName: async (trx, userId) => {
      const user = await findUser(trx, userId);
      return user === null ? '' : fullName(user);
    },
  });
  smsRoutes(app, { db, guard, now, smsNumbers, sendsSms });
}

/** The dependencies that the account calls share. */
interface SharedPorts extends RoutePorts {
  readonly sessions: Sessions;
  sessionEnded(sid: string): void;
  record(event: SecurityEvent): void;
}

/** Wires the routes for sign-in, sessions and passwords. */
async function wireSignIn(
  { secrets, pause }: Dependencies,
  app: HttpServer['app'],
  sharedPorts: SharedPorts,
  { outbox, deliversMail }: Messages,
): Promise<void> {
  const { db, guard, now, sessions, record, sessionEnded } = sharedPorts;
  const accountKey = secrets.tokenKey;
  const rateLimit = new SignInRateLimit({ db, accountKey, now, pause });
  const twoFactor = new TwoFactor({ db, key: secrets.totpKey, now });
  const signIn = new SignIn({
    db,
    sessions,
    rateLimit,
    codeRateLimit: new SecondFactorRateLimit({ db, accountKey, now }),
    twoFactor,
    isPasswordCorrect,
    record,
    now,
    decoyHash: await hashPassword('no account has this password'),
  });
  const reset = new PasswordReset({
    db,
    sessions,
    rateLimit,
    accountKey,
    now,
    sendCode: (trx, { id, email, language }, code, expiresAt) =>
      outbox.addMail(
        trx,
        { to: email, ...formatResetMail(language, code) },
        { userId: id, expiresAt },
      ),
    forgetDevices: forgetDevicesOfUser,
    record,
  });
  const forgetDevices = (sid: string) => forgetDevicesOfSession(db, sid);
  const passwords = {
    db,
    sessions,
    rateLimit,
    isPasswordCorrect,
    record,
    forgetDevices: forgetDevicesOfSession,
  };
  accountRoutes(app, { ...sharedPorts, accountKey, signIn, passwords, forgetDevices });
  twoFactorRoutes(app, { ...sharedPorts, twoFactor, signIn });
  sessionRoutes(app, { ...sharedPorts, forgetDevices, forgetDevicesOfUser });
  resetRoutes(app, { guard, reset, accountKey, sendsMail: deliversMail, sessionEnded });
}

/** Emailed links need an address that does not come from a request. */
function createInvitations(
  { db, now, config, securityEvents }: Dependencies,
  { outbox, deliversMail }: Messages,
): Invitations {
  return new Invitations({
    db,
    now,
    record: (event) => securityEvents.record(event),
    sendLink: async (trx, { id, email, language }, token, expiresAt) => {
      const { publicUrl } = config;
      if (!deliversMail || publicUrl === null) return false;
      const link = `${publicUrl.replace(/\/+$/, '')}/invitation#token=${token}`;
      const mail = { to: email, ...formatInvitationMail(language, link) };
      await outbox.addMail(trx, mail, { userId: id, expiresAt });
      return true;
    },
  });
}
