import type { TwoFactorStatus } from '@granary/contract/accounts/security';
import { isRole, type Role } from '@granary/domain/access/roles';
import type { Millis } from '@granary/domain/units';
import { type SqlBool, sql } from 'kysely';
import type { Db, Trx, UserRow } from '../platform/postgres/tables.ts';
import {
  decryptSecret,
  describeSecret,
  encryptSecret,
  findTotpStep,
  generateRecoveryCodes,
  generateTotpSecret,
  hashRecoveryCode,
} from './totp.ts';

export interface TwoFactorPorts {
  readonly db: Db;
  readonly key: Buffer;
  now(): Millis;
}

/** The kind of code that was correct; null if neither was. */
export type CodeKind = 'app' | 'recovery' | null;

type SecondFactor = Pick<UserRow, 'id' | 'totpSecret'>;

/** Two-factor sign-in with an authenticator app, and recovery codes in case the app is lost. */
export class TwoFactor {
  constructor(private readonly ports: TwoFactorPorts) {}

  async findStatus(userId: number): Promise<TwoFactorStatus> {
    const { db } = this.ports;
    const { rows } = await sql<TwoFactorStatus>`
      select totp_enabled_at is not null as is_enabled,
        exists (select from two_factor_roles where role = users.role) as is_required,
        (select count(*)::int from recovery_codes where user_id = users.id) as recovery_codes_left
      from users where id = ${userId}`.execute(db);
    const [status] = rows;
    if (!status) throw new Error('The account of a valid session does not exist.');
    return status;
  }

  /** Creates and stores the secret for an app; null if two-factor sign-in is already on. */
  async begin(userId: number): Promise<{ secret: string; uri: string } | null> {
    const { db, key } = this.ports;
    const secret = generateTotpSecret();
    const user = await db
      .updateTable('users')
      .set({ totpSecret: encryptSecret(key, userId, secret) })
      .where('id', '=', userId)
      .where('totpEnabledAt', 'is', null)
      .returning('email')
      .executeTakeFirst();
    return user ? describeSecret(secret, user.email) : null;
  }

  /**
   * Turns two-factor sign-in on with a code from the app; returns the recovery codes, or null if the code is
   * wrong or two-factor sign-in is already on.
   */
  async enable(userId: number, code: string): Promise<readonly string[] | null> {
    return this.ports.db.transaction().execute(async (trx) => {
      const user = await trx
        .selectFrom('users')
        .select(['id', 'totpSecret'])
        .where('id', '=', userId)
        .where('totpEnabledAt', 'is', null)
        .forNoKeyUpdate()
        .executeTakeFirst();
      if (!user || !(await this.useAppCode(trx, user, code))) return null;
      const totpEnabledAt = new Date(this.ports.now());
      await trx.updateTable('users').set({ totpEnabledAt }).where('id', '=', userId).execute();
      return this.storeRecoveryCodes(trx, userId);
    });
  }

  /** Replaces the recovery codes; null if two-factor sign-in is off. */
  async regenerateRecoveryCodes(userId: number): Promise<readonly string[] | null> {
    return this.ports.db.transaction().execute(async (trx) => {
      const user = await trx
        .selectFrom('users')
        .select('id')
        .where('id', '=', userId)
        .where('totpEnabledAt', 'is not', null)
        .forNoKeyUpdate()
        .executeTakeFirst();
      return user ? this.storeRecoveryCodes(trx, userId) : null;
    });
  }

  /** Turns two-factor sign-in off; false if the account's role requires it. */
  async disable(userId: number): Promise<boolean> {
    return this.ports.db.transaction().execute(async (trx) => {
      const updateResult = await trx
        .updateTable('users')
        .set({ totpSecret: null, totpEnabledAt: null })
        .where('id', '=', userId)
        .where(sql<SqlBool>`not exists (select from two_factor_roles where role = users.role)`)
        .executeTakeFirstOrThrow();
      if (updateResult.numUpdatedRows === 0n) return false;
      await trx.deleteFrom('recoveryCodes').where('userId', '=', userId).execute();
      return true;
    });
  }

  /** Checks a code at sign-in and uses it up; returns which kind it was. */
  async useCode(user: SecondFactor, code: string): Promise<CodeKind> {
    const { db, key } = this.ports;
    if (await this.useAppCode(db, user, code)) return 'app';
    const { numDeletedRows } = await db
      .deleteFrom('recoveryCodes')
      .where('userId', '=', user.id)
      .where('codeHash', '=', hashRecoveryCode(key, user.id, code))
      .executeTakeFirstOrThrow();
    return numDeletedRows === 1n ? 'recovery' : null;
  }

  /** The roles that must sign in with a second factor. */
  async findRoles(): Promise<Role[]> {
    const rows = await this.ports.db.selectFrom('twoFactorRoles').select('role').execute();
    return rows.map(({ role }) => role).filter(isRole);
  }

  async setRoles(roles: readonly Role[]): Promise<void> {
    const rows = [...new Set(roles)].map((role) => ({ role }));
    await this.ports.db.transaction().execute(async (trx) => {
      await trx.deleteFrom('twoFactorRoles').execute();
      if (rows.length > 0) await trx.insertInto('twoFactorRoles').values(rows).execute();
    });
  }

  /**
   * Checks a code from the app. The code for a time step is accepted only once, even if two requests use it
   * at the same time.
   */
  private async useAppCode(db: Db, user: SecondFactor, code: string): Promise<boolean> {
    if (!user.totpSecret) return false;
    const secret = decryptSecret(this.ports.key, user.id, user.totpSecret);
    const step = findTotpStep(secret, code, this.ports.now());
    if (step === null) return false;
    const { numUpdatedRows } = await db
      .updateTable('users')
      .set({ totpLastStep: step })
      .where('id', '=', user.id)
      .where('totpLastStep', '<', step)
      .executeTakeFirstOrThrow();
    return numUpdatedRows === 1n;
  }

  private async storeRecoveryCodes(trx: Trx, userId: number): Promise<readonly string[]> {
    const codes = generateRecoveryCodes();
    await trx.deleteFrom('recoveryCodes').where('userId', '=', userId).execute();
    await trx
      .insertInto('recoveryCodes')
      .values(
        codes.map((code) => ({ userId, codeHash: hashRecoveryCode(this.ports.key, userId, code) })),
      )
      .execute();
    return codes;
  }
}
