import { join } from 'node:path';
import type { SecurityEvent } from '@granary/domain/security-events/security-event';
import type { RoutePorts } from '../access/guard.ts';
import { invitationMessage, invitationRoutes } from '../accounts/invitation-routes.ts';
import { Invitations } from '../accounts/invitations.ts';
import { PasswordReset } from '../accounts/password-reset.ts';
import { hashPassword, isPassword } from '../accounts/passwords.ts';
import { profileRoutes } from '../accounts/profile-routes.ts';
import { resetMessage, resetRoutes } from '../accounts/reset-routes.ts';
import { accountRoutes } from '../accounts/routes.ts';
import { SecondFactorRateLimit } from '../accounts/second-factor-rate-limit.ts';
import { sessionRoutes } from '../accounts/session-routes.ts';
import type { Sessions } from '../accounts/sessions.ts';
import { SignIn } from '../accounts/sign-in.ts';
import { SignInRateLimit } from '../accounts/sign-in-rate-limit.ts';
import { TwoFactor } from '../accounts/two-factor.ts';
import { twoFactorRoutes } from '../accounts/two-factor-routes.ts';
import { userRoutes } from '../accounts/users-routes.ts';
import { auditRoutes } from '../audit/routes.ts';
import { notificationRoutes } from '../notifications/routes.ts';
import { forgetDevicesOfSession, forgetDevicesOfUser } from '../notifications/store.ts';
import { FileMailTransport } from '../platform/mail/file-mail-transport.ts';
import type { MailTransport } from '../platform/mail/mail.ts';
import { SmtpTransport } from '../platform/mail/smtp.ts';
import type { LiveReadings } from '../readings/live/live-readings.ts';
import { securityEventRoutes } from '../security-events/routes.ts';
import type { Dependencies, HttpServer } from './dependencies.ts';

/** Sign-in, sessions, profiles, people, notifications and the records of what they did. */
export async function wireAccounts(
  dependencies: Dependencies,
  httpServer: HttpServer,
  sessions: Sessions,
  { live }: LiveReadings,
): Promise<void> {
  const { db, now, securityEvents } = dependencies;
  const { app, guard } = httpServer;
  const shared: Shared = {
    db,
    guard,
    now,
    sessions,
    sessionEnded: (sid) => live.disconnectSession(sid),
    record: (event) => securityEvents.record(event),
  };
  const mail = createMail(dependencies);
  await wireSignIn(dependencies, app, shared, mail);
  const invitations = createInvitations(dependencies, mail);
  invitationRoutes(app, { ...shared, invitations });
  profileRoutes(app, { db, guard, now });
  userRoutes(app, { ...shared, invitations, forgetDevices: forgetDevicesOfUser });
  notificationRoutes(app, { db, guard, now });
  auditRoutes(app, { db, guard, now });
  securityEventRoutes(app, { db, guard, now, flush: () => securityEvents.flush() });
}

/** What the calls about accounts share. */
interface Shared extends RoutePorts {
  readonly sessions: Sessions;
  sessionEnded(sid: string): void;
  record(event: SecurityEvent): void;
}

/** Sign-in, sessions and passwords. */
async function wireSignIn(
  { secrets, pause }: Dependencies,
  app: HttpServer['app'],
  shared: Shared,
  mail: MailTransport,
): Promise<void> {
  const { db, guard, now, sessions, record, sessionEnded } = shared;
  const accountKey = secrets.tokenKey;
  const rateLimit = new SignInRateLimit({ db, accountKey, now, pause });
  const twoFactor = new TwoFactor({ db, key: secrets.totpKey, now });
  const signIn = new SignIn({
    db,
    sessions,
    rateLimit,
    codeRateLimit: new SecondFactorRateLimit({ db, accountKey, now }),
    twoFactor,
    isPassword,
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
    sendCode: ({ email, language }, code) =>
      mail.send({ to: email, ...resetMessage(language, code) }),
    forgetDevices: forgetDevicesOfUser,
    record,
  });
  const forgetDevices = (sid: string) => forgetDevicesOfSession(db, sid);
  const passwords = {
    db,
    sessions,
    rateLimit,
    isPassword,
    record,
    forgetDevices: forgetDevicesOfSession,
  };
  accountRoutes(app, { ...shared, accountKey, signIn, passwords, forgetDevices });
  twoFactorRoutes(app, { ...shared, twoFactor, signIn });
  sessionRoutes(app, { ...shared, forgetDevices, forgetDevicesOfUser });
  resetRoutes(app, { guard, reset, accountKey, sendsMail: mail.deliversMail, sessionEnded });
}

/** Emailed links need an address that does not come from a request. */
function createInvitations(
  { db, now, config, securityEvents, failed }: Dependencies,
  mail: MailTransport,
): Invitations {
  return new Invitations({
    db,
    now,
    record: (event) => securityEvents.record(event),
    sendLink: async ({ email, language }, token) => {
      const { publicUrl } = config;
      if (!mail.deliversMail || publicUrl === null) return false;
      const link = `${publicUrl.replace(/\/+$/, '')}/invitation#token=${token}`;
      try {
        await mail.send({ to: email, ...invitationMessage(language, link) });
        return true;
      } catch (error) {
        // The link is shown instead.
        failed(error);
        return false;
      }
    },
  });
}

function createMail({ config, log, now }: Dependencies): MailTransport {
  const { smtpUrl, mailFrom } = config;
  if (smtpUrl !== null) return new SmtpTransport(smtpUrl, mailFrom);
  return new FileMailTransport({ folder: mailFolder(config), from: mailFrom, log, now });
}

/** The folder where emails are written while no mail server is configured. */
export function mailFolder({ dataDir }: Dependencies['config']): string {
  return join(dataDir, 'mail');
}
