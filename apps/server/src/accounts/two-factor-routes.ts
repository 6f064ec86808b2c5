import * as contract from '@granary/contract/accounts/security';
import type {
  SecurityEvent,
  SecurityEventReason,
} from '@granary/domain/security-events/security-event';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Caller, RoutePorts } from '../access/guard.ts';
import { requireSignedIn, toEventActor } from '../access/signed-in.ts';
import { formatReply } from '../platform/http/error-message.ts';
import { ApiError, fieldError, tooManyRequestsError } from '../platform/http/error-response.ts';
import { serve } from '../platform/http/serve.ts';
import type { SignIn } from './sign-in.ts';
import type { TwoFactor } from './two-factor.ts';

export interface TwoFactorRoutePorts extends RoutePorts {
  readonly twoFactor: TwoFactor;
  readonly signIn: SignIn;
  record(event: SecurityEvent): void;
}

/** Calls that turn two-factor sign-in on or off, and set which roles require it. */
export function twoFactorRoutes(app: FastifyInstance, ports: TwoFactorRoutePorts): void {
  const { guard, twoFactor } = ports;

  const record = (reason: SecurityEventReason, actor: Caller, request: FastifyRequest) => {
    const userId = requireSignedIn(actor).id;
    ports.record({ kind: 'two-factor-changed', reason, userId, ...toEventActor(actor, request) });
  };
  const checkPassword = async (actor: Caller, password: string, request: FastifyRequest) => {
    const outcome = await ports.signIn.verify(requireSignedIn(actor), password, request.ip);
    if (outcome.kind === 'wait') throw tooManyRequestsError(outcome.seconds);
    if (outcome.kind === 'incorrect') {
      throw fieldError('INVALID_INPUT', 'password', 'passwordIncorrect');
    }
  };

  serve(app, guard, contract.getTwoFactorStatus, async ({ actor }) =>
    twoFactor.findStatus(requireSignedIn(actor).id),
  );

  serve(app, guard, contract.beginTwoFactor, async ({ actor, body, request }) => {
    await checkPassword(actor, body.password, request);
    const enrollment = await twoFactor.begin(requireSignedIn(actor).id);
    if (!enrollment) throw new ApiError('CONFLICT', 'twoFactorOn');
    return enrollment;
  });

  serve(app, guard, contract.enableTwoFactor, async ({ actor, body, request }) => {
    const codes = await twoFactor.enable(requireSignedIn(actor).id, body.code);
    if (!codes) throw fieldError('INVALID_INPUT', 'code', 'codeIncorrect');
    record('turned-on', actor, request);
    return { codes: [...codes] };
  });

  serve(app, guard, contract.renewRecoveryCodes, async ({ actor, body, request }) => {
    await checkPassword(actor, body.password, request);
    const codes = await twoFactor.regenerateRecoveryCodes(requireSignedIn(actor).id);
    if (!codes) throw new ApiError('CONFLICT', 'twoFactorOff');
    record('new-codes', actor, request);
    return { codes: [...codes] };
  });

  serve(app, guard, contract.disableTwoFactor, async ({ actor, body, request }) => {
    await checkPassword(actor, body.password, request);
    if (!(await twoFactor.disable(requireSignedIn(actor).id))) {
      throw new ApiError('CONFLICT', 'twoFactorRequired');
    }
    record('turned-off', actor, request);
    return formatReply(request, 'twoFactorOff');
  });

  serve(app, guard, contract.getTwoFactorRoles, async () => twoFactor.findRoles());

  serve(app, guard, contract.setTwoFactorRoles, async ({ actor, body, request }) => {
    await twoFactor.setRoles(body.roles);
    record('required-roles', actor, request);
    return twoFactor.findRoles();
  });
}
