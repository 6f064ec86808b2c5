import type { ChangedField } from '@granary/contract/audit/fields';
import { can, getActorScope, isInScope, type Owner } from '@granary/domain/access/access';
import type { SecurityEvent } from '@granary/domain/security-events/security-event';
import type { Millis } from '@granary/domain/units';
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../platform/http/error-response.ts';
import type { RequestLimiter } from '../platform/http/request-limiter.ts';
import type { Guard, Input } from '../platform/http/serve.ts';
import type { Db } from '../platform/postgres/tables.ts';
import { policy, type RefusedField, type Rule, type Subject, type SubjectId } from './policy.ts';
import { requireSignedIn, type SignedInUser } from './signed-in.ts';

/** The signed-in caller; null only for calls that are open to anyone. */
export type Caller = SignedInUser | null;

/** The dependencies that the routes of every feature share. */
export interface RoutePorts {
  readonly db: Db;
  readonly guard: Guard<Caller>;
  now(): Millis;
}

export interface GuardPorts {
  /** Counts calls, and throws if a caller has made too many. */
  readonly requestLimiter: Pick<
    RequestLimiter,
    'beginExport' | 'countForAccount' | 'countForAddress' | 'waitForExportTurn'
  >;
  findSession(token: string): Promise<SignedInUser | null>;
  findOwner(type: Subject['type'], id: SubjectId): Promise<Owner | null>;
  record(event: SecurityEvent): void;
  /** Records in the audit log that a command to a bin was refused. */
  auditRefusal(refusal: RefusedCommand): Promise<void>;
}

/** A command to a bin that the caller may not operate. */
export interface RefusedCommand {
  readonly callerId: number;
  readonly address: string;
  readonly binId: number;
  readonly fields: readonly { readonly field: ChangedField; readonly value: unknown }[];
}

/** Authenticates and authorizes every call. */
export function createGuard(ports: GuardPorts): Guard<Caller> {
  return (name) => {
    const rule = findRule(name);
    return {
      isPublic: rule.who === 'anyone',
      authenticate: (request) => authenticateCaller(ports, rule, request),
      beginExport: (caller, reply) =>
        ports.requestLimiter.beginExport(requireSignedIn(caller).id, reply),
      waitForExportTurn: () => ports.requestLimiter.waitForExportTurn(),
      authorize: async (caller, input, { ip }) => {
        if (rule.who === 'can-on-subject')
          await assertAllowed(ports, requireSignedIn(caller), rule, input, ip);
      },
      failed: (caller, request, error) => {
        const event = toSecurityEvent(caller ?? null, request, error);
        if (event) ports.record(event);
      },
    };
  };
}

/** The rule for a call. The server does not start if there is none. */
function findRule(name: string): Rule {
  const rule = policy.get(name);
  if (!rule) throw new Error(`The access policy has no entry for ${name}.`);
  return rule;
}

async function authenticateCaller(
  ports: GuardPorts,
  rule: Rule,
  request: FastifyRequest,
): Promise<Caller> {
  const { requestLimiter, findSession } = ports;
  const token = rule.who === 'anyone' ? null : readBearerToken(request);
  const caller = token === null ? null : await findSession(token);
  if (caller) await requestLimiter.countForAccount('requestsPerAccount', caller.id);
  else await requestLimiter.countForAddress('requestsPerAddress', request);
  if (rule.who === 'anyone') return null;
  if (!caller) throw new ApiError('UNAUTHENTICATED', 'signIn');
  if (
    caller.mustSetUpTwoFactor &&
    !(rule.who === 'signed-in' && rule.isAllowedDuringTwoFactorSetup)
  ) {
    throw new ApiError('TWO_FACTOR_SETUP_REQUIRED', 'twoFactorSetUpFirst');
  }
  if (rule.who === 'can' && !can(caller, rule.capability, null)) {
    ports.record({
      kind: 'access-refused',
      reason: 'not-allowed',
      address: request.ip,
      actorId: caller.id,
    });
    throw new ApiError('FORBIDDEN', 'notAllowed');
  }
  return caller;
}

/**
 * Throws if the caller may not make the call. A call about a bin outside the caller's scope is refused with
 * 'Access Denied'; anything else outside the scope looks as if it did not exist. If the object is in scope
 * but the caller lacks the capability, a call about a bin is refused with 'Access Denied', and any other call
 * with a message that it is not allowed.
 */
async function assertAllowed(
  ports: GuardPorts,
  caller: SignedInUser,
  rule: Extract<Rule, { who: 'can-on-subject' }>,
  input: Input,
  address: string,
): Promise<void> {
  const { capability, refusedFields = [] } = rule;
  const { subject, id } = findSubject(rule, input);
  const owner = await ports.findOwner(subject.type, id);
  if (!owner) {
    throw new ApiError('NOT_FOUND', subject.type === 'bin' ? 'binMissing' : 'notFound');
  }
  if (can(caller, capability, owner)) return;
  const fields = readRefusedFields(refusedFields, input);
  if (fields.length > 0) {
    await ports.auditRefusal({ callerId: caller.id, address, binId: Number(id), fields });
  }
  if (subject.type === 'bin') throw new ApiError('FORBIDDEN', 'accessDenied');
  if (isInScope(getActorScope(caller), owner)) throw new ApiError('FORBIDDEN', 'notAllowed');
  throw new OutOfScopeError('NOT_FOUND', 'notFound');
}

/** The fields to record for a refused call, except those that its body omits. */
function readRefusedFields(refusedFields: readonly RefusedField[], input: Input) {
  return refusedFields.flatMap((refusedField): RefusedCommand['fields'] => {
    const value =
      'from' in refusedField
        ? (getFields(input, 'body')[refusedField.from] ?? undefined)
        : refusedField.value;
    return value === undefined ? [] : [{ field: refusedField.field, value }];
  });
}

/** The object that a request is about, and its ID. */
function findSubject(
  { subject, fallbackSubject }: Extract<Rule, { who: 'can-on-subject' }>,
  input: Input,
): { readonly subject: Subject; readonly id: SubjectId } {
  const namedSubject = [subject, ...(fallbackSubject ? [fallbackSubject] : [])].find(
    ({ in: location, field }) => getFields(input, location)[field] !== undefined,
  );
  if (!namedSubject)
    throw new Error(
      `The request has no field with the ID of the ${subject.type}: its schema must require one.`,
    );
  // The route's schema has already parsed this field.
  return {
    subject: namedSubject,
    id: getFields(input, namedSubject.in)[namedSubject.field] as SubjectId,
  };
}

function getFields(input: Input, location: Subject['in']): Readonly<Record<string, unknown>> {
  // The route's schema has already parsed it as an object.
  return input[location] as Readonly<Record<string, unknown>>;
}

/** Thrown for an object outside the caller's scope; the caller must not learn that it exists. */
class OutOfScopeError extends ApiError {}

/** The security event for a failed call; null if the call was not refused. */
function toSecurityEvent(
  caller: Caller,
  request: FastifyRequest,
  error: Error,
): SecurityEvent | null {
  if (!(error instanceof ApiError)) return null;
  const { ip: address } = request;
  const isRejected = error.code === 'UNAUTHENTICATED' && readBearerToken(request) !== null;
  if (isRejected) return { kind: 'session-rejected', address };
  const isOutOfScope = error instanceof OutOfScopeError || error.messageKey === 'accessDenied';
  if (!caller || (!isOutOfScope && error.messageKey !== 'notAllowed')) return null;
  return {
    kind: 'access-refused',
    reason: isOutOfScope ? 'out-of-scope' : 'not-allowed',
    address,
    actorId: caller.id,
  };
}

function readBearerToken(request: FastifyRequest): string | null {
  // The scheme's name is case-insensitive (RFC 9110, 11.1).
  return /^bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;
}
