import multipart from '@fastify/multipart';
import type { Route } from '@granary/contract/route';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import { ApiError } from './error-response.ts';
import { type Call, type Guard, serveReply } from './serve.ts';

/** An uploaded file. Its name comes from the sender: use it for the file type, never for a path. */
export interface UploadedFile {
  readonly name: string;
  readonly bytes: Buffer;
}

/** For forms with a few text fields and one file. */
const LIMITS = {
  files: 1,
  fields: 8,
  parts: 9,
  headerPairs: 8,
  fieldNameSize: 60,
  fieldSize: 1_000,
};
/** The maximum size of a form without its file. */
const FORM_OVERHEAD_BYTES = 32_768;
/** RFC 2046, 5.1.1 */
const MAX_BOUNDARY_LENGTH = 70;
const MAX_FILE_NAME_LENGTH = 255;

/** Serves a route that takes a form with a file in `file` and the fields of its body. */
export function serveUpload<R extends Route, Actor>(
  app: FastifyInstance,
  guard: Guard<Actor>,
  route: R,
  maxBytes: number,
  handle: (call: Call<R, Actor>, file: UploadedFile | null) => Promise<z.output<R['response']>>,
): void {
  const files = new WeakMap<FastifyRequest, UploadedFile>();
  // In a separate scope, so that no other route accepts forms.
  void app.register(async (scope) => {
    await scope.register(multipart, { limits: { ...LIMITS, fileSize: maxBytes } });
    serveReply(
      scope,
      guard,
      route,
      async (call) => ({ RESP_MSG: await handle(call, files.get(call.request) ?? null) }),
      {
        readForm: async (request) => {
          assertForm(request, maxBytes);
          const { fields, file } = await readForm(request).catch((error: unknown) => {
            throw isHttpError(error) ? error : new ApiError('BAD_REQUEST', 'unreadable');
          });
          request.body = fields;
          if (file) files.set(request, file);
        },
      },
    );
  });
}

function assertForm({ headers }: FastifyRequest, maxBytes: number): void {
  const type = headers['content-type'] ?? '';
  const boundary = /;\s*boundary=(?:"([^"]*)"|([^;\s]*))/i.exec(type);
  const length = (boundary?.[1] ?? boundary?.[2] ?? '').length;
  const isForm = /^multipart\/form-data\s*;/i.test(type);
  if (!isForm || length === 0 || length > MAX_BOUNDARY_LENGTH) {
    throw new ApiError('BAD_REQUEST', 'unreadable');
  }
  if (Number(headers['content-length'] ?? 0) > maxBytes + FORM_OVERHEAD_BYTES) {
    throw new ApiError('TOO_LARGE', 'tooLarge');
  }
}

/** Whether an error has an HTTP status; those of the form parser have none. */
function isHttpError(error: unknown): boolean {
  return error instanceof ApiError || (error instanceof Error && 'statusCode' in error);
}

async function readForm(request: FastifyRequest) {
  const fields: Record<string, unknown> = {};
  let file: UploadedFile | null = null;
  for await (const part of request.parts()) {
    if (part.type === 'file') {
      const name = part.filename ?? '';
      const bytes = await part.toBuffer();
      if (part.fieldname !== 'file' || name.length > MAX_FILE_NAME_LENGTH) {
        throw new ApiError('BAD_REQUEST', 'unreadable');
      }
      file = { name, bytes };
    } else {
      if (part.valueTruncated || part.fieldnameTruncated) {
        throw new ApiError('TOO_LARGE', 'tooLarge');
      }
      fields[part.fieldname] = part.value;
    }
  }
  return { fields, file };
}
