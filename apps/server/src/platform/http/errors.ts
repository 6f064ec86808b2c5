import type { ErrorBody } from '@granary/contract/errors';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { findPreferredLanguage, formatMessage } from './error-message.ts';
import {
  ApiError,
  invalidFieldsError,
  statusByCode,
  tooManyRequestsError,
} from './error-response.ts';

/**
 * Sends every error in the same body format. An unexpected error is logged with its stack; an `ApiError` with
 * a 5xx status is logged as a warning.
 */
export function sendError(
  error: FastifyError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const apiError = error instanceof ApiError ? error : toApiError(error);
  const status = statusByCode[apiError.code];
  if (status >= 500 && error !== apiError) request.log.error({ err: error }, 'request failed');
  else if (status >= 500) request.log.warn({ reason: apiError.messageKey }, 'request rejected');
  if (apiError.details.retryAfterS !== undefined) {
    void reply.header('retry-after', apiError.details.retryAfterS);
  }
  return reply.code(status).send(toErrorBody(apiError, request, status));
}

function toErrorBody(apiError: ApiError, request: FastifyRequest, status: number): ErrorBody {
  const language = findPreferredLanguage(request.headers['accept-language']);
  const { values, fields } = apiError.details;
  const message = formatMessage(language, apiError.messageKey, values);
  return {
    RESP_CODE: apiError.code,
    RESP_MSG: message,
    message,
    ...(fields
      ? {
          errors: fields.map(({ path, messageKey: key, values: fieldValues }) => ({
            path,
            message: formatMessage(language, key, fieldValues),
          })),
        }
      : {}),
    ...(status >= 500 ? { request_id: request.id } : {}),
  };
}

interface ValidationIssue {
  readonly instancePath?: string;
  readonly message?: string;
  /** The unknown fields that a strict schema detected. */
  readonly params?: { readonly keys?: readonly string[] };
}

function toApiError(error: FastifyError | Error): ApiError {
  if ('validation' in error && Array.isArray(error.validation)) {
    return toInvalidInputError(error.validation);
  }
  const status = 'statusCode' in error ? error.statusCode : undefined;
  if (status === 413) return new ApiError('TOO_LARGE', 'tooLarge');
  if (status === 429)
    return tooManyRequestsError('retryAfterS' in error ? Number(error.retryAfterS) : 60);
  if (status !== undefined && status >= 400 && status < 500) {
    return new ApiError('BAD_REQUEST', 'unreadable');
  }
  if (isDatabaseUnavailable(error)) return new ApiError('UNAVAILABLE', 'unavailable');
  return new ApiError('INTERNAL_ERROR', 'internal');
}

function toInvalidInputError(issues: readonly ValidationIssue[]): ApiError {
  const invalidFields = new Set<string>();
  const unknownFields = new Set<string>();
  for (const { instancePath = '', params } of issues) {
    const path = instancePath.replace(/^\//, '').replaceAll('/', '.');
    for (const key of params?.keys ?? []) unknownFields.add(path === '' ? key : `${path}.${key}`);
    if (!params?.keys && path !== '') invalidFields.add(path);
  }
  if (invalidFields.size + unknownFields.size === 0)
    return new ApiError('INVALID_INPUT', 'unreadable');
  return invalidFieldsError([...invalidFields], [...unknownFields]);
}

/** Whether an error is a connection failure or of SQLSTATE class 08, 53 or 57. */
function isDatabaseUnavailable(error: Error): boolean {
  const code = 'code' in error ? String(error.code) : '';
  return (
    /^(08|53|57)/.test(code) ||
    ['ECONNREFUSED', 'ENOENT', 'ECONNRESET', 'EPIPE'].includes(code) ||
    /timeout exceeded when trying to connect|Connection terminated/.test(error.message)
  );
}
