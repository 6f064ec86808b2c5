import { join } from 'node:path';
import type { SecurityEvent } from '@granary/domain/security-events/security-event';
import { PasswordReset } from '../accounts/password-reset.ts';
import { hashPassword, isPassword } from '../accounts/passwords.ts';
import { profileRoutes } from '../accounts/profile-routes.ts';
import { resetMessage, resetRoutes } from '../accounts/reset-routes.ts';
import { accountRoutes } from '../accounts/routes.ts';
import type { Sessions } from '../accounts/sessions.ts';
import { SignIn } from '../accounts/sign-in.ts';
import { SignInRateLimit } from '../accounts/sign-in-rate-limit.ts';
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

/** Sign-in, profiles, people, notifications and the audit log. */
export async function wireAccounts(
  dependencies: Dependencies,
  { app, guard }: HttpServer,
  sessions: Sessions,
  { live }: LiveReadings,
): Promise<void> {
  const { db, secrets, now, pause, securityEvents } = dependencies;
  const record = (event: SecurityEvent) => securityEvents.record(event);
  const mail = createMail(dependencies);
  const accountKey = secrets.tokenKey;
  const rateLimit = new SignInRateLimit({ db, accountKey, now, pause });
  const signIn = new SignIn({
    db,
    sessions,
    rateLimit,
    isPassword,
    record,
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
  const sessionEnded = (sid: string) => live.disconnectSession(sid);
  accountRoutes(app, {
    db,
    guard,
    sessions,
    signIn,
    passwords: {
      db,
      sessions,
      rateLimit,
      isPassword,
      record,
      forgetDevices: forgetDevicesOfSession,
    },
    now,
    record,
    sessionEnded,
    forgetDevices: (sid) => forgetDevicesOfSession(db, sid),
  });
  resetRoutes(app, { guard, reset, sendsMail: mail.deliversMail, sessionEnded });
  profileRoutes(app, { db, guard, now });
  userRoutes(app, {
    db,
    guard,
    sessions,
    now,
    sessionEnded,
    record,
    forgetDevices: forgetDevicesOfUser,
  });
  notificationRoutes(app, { db, guard, now });
  auditRoutes(app, { db, guard, now });
  securityEventRoutes(app, { db, guard, now, flush: () => securityEvents.flush() });
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
