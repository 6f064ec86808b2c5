import * as z from 'zod/mini';

/** Every error code that a response can have in `RESP_CODE`. */
export const errorCode = z.enum([
  'BAD_CREDENTIALS',
  'BAD_REQUEST',
  'CONFLICT',
  'FORBIDDEN',
  'INTERNAL_ERROR',
  'INVALID_INPUT',
  'INVALID_PAGE_NO',
  'NOT_FOUND',
  'TOO_LARGE',
  'TOO_MANY_REQUESTS',
  'TWO_FACTOR_REQUIRED',
  'TWO_FACTOR_SETUP_REQUIRED',
  'UNAUTHENTICATED',
  'UNAVAILABLE',
]);
export type ErrorCode = z.infer<typeof errorCode>;

/** The body of every 4xx and 5xx response; `message` repeats `RESP_MSG`. */
export const errorBody = z.object({
  RESP_CODE: errorCode,
  RESP_MSG: z.string(),
  message: z.string(),
  errors: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
  request_id: z.optional(z.string()),
});
export type ErrorBody = z.infer<typeof errorBody>;
