import type { ErrorBody } from '@granary/contract/errors';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { MailError } from '../mail/mail.ts';
import { invalidFields, RefusalError, statusOfCode, tooOften } from './refusal.ts';
import { languageOf, say } from './sentence.ts';

/**
 * Answers any error with the one body all errors have. What is ours to mend is logged with its
 * origin; that something we need is away was said on purpose, and is a warning.
 */
export function answerError(
  error: FastifyError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const refusal = error instanceof RefusalError ? error : refusalOf(error);
  const status = statusOfCode[refusal.code];
  if (status >= 500 && error !== refusal) request.log.error({ err: error }, 'request failed');
  else if (status >= 500) request.log.warn({ reason: refusal.sentence }, 'request refused');
  if (refusal.details.retryAfterS !== undefined) {
    void reply.header('retry-after', refusal.details.retryAfterS);
  }
  return reply.code(status).send(bodyOf(refusal, request, status));
}

function bodyOf(refusal: RefusalError, request: FastifyRequest, status: number): ErrorBody {
  const language = languageOf(request.headers['accept-language']);
  const { values, fields } = refusal.details;
  const sentence = say(language, refusal.sentence, values);
  return {
    RESP_CODE: refusal.code,
    RESP_MSG: sentence,
    message: sentence,
    ...(fields
      ? {
          errors: fields.map(({ path, sentence: key, values: own }) => ({
            path,
            message: say(language, key, own),
          })),
        }
      : {}),
    ...(status >= 500 ? { request_id: request.id } : {}),
  };
}

interface ValidationIssue {
  readonly instancePath?: string;
  readonly message?: string;
  /** Of a schema that takes no other fields: those that it does not know. */
  readonly params?: { readonly keys?: readonly string[] };
}

function refusalOf(error: FastifyError | Error): RefusalError {
  if ('validation' in error && Array.isArray(error.validation)) {
    return invalidInput(error.validation);
  }
  const status = 'statusCode' in error ? error.statusCode : undefined;
  if (status === 413) return new RefusalError('TOO_LARGE', 'tooLarge');
  if (status === 429) return tooOften('retryAfterS' in error ? Number(error.retryAfterS) : 60);
  if (status !== undefined && status >= 400 && status < 500) {
    return new RefusalError('BAD_REQUEST', 'unreadable');
  }
  if (error instanceof MailError) return new RefusalError('UNAVAILABLE', 'mailFailed');
  if (isDatabaseAway(error)) return new RefusalError('UNAVAILABLE', 'unavailable');
  return new RefusalError('INTERNAL_ERROR', 'internal');
}

function invalidInput(issues: readonly ValidationIssue[]): RefusalError {
  const named = new Set<string>();
  const notTaken = new Set<string>();
  for (const { instancePath = '', params } of issues) {
    const path = instancePath.replace(/^\//, '').replaceAll('/', '.');
    for (const key of params?.keys ?? []) notTaken.add(path === '' ? key : `${path}.${key}`);
    if (!params?.keys && path !== '') named.add(path);
  }
  if (named.size + notTaken.size === 0) return new RefusalError('INVALID_INPUT', 'unreadable');
  return invalidFields([...named], [...notTaken]);
}

/** Connection failures and the classes of "cannot connect", "resources" and "going down". */
function isDatabaseAway(error: Error): boolean {
  const code = 'code' in error ? String(error.code) : '';
  return (
    /^(08|53|57)/.test(code) ||
    ['ECONNREFUSED', 'ENOENT', 'ECONNRESET', 'EPIPE'].includes(code) ||
    /timeout exceeded when trying to connect|Connection terminated/.test(error.message)
  );
}
