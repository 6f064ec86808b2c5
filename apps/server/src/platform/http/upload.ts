import multipart from '@fastify/multipart';
import type { Route } from '@granary/contract/route';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import { ApiError } from './error-response.ts';
import { type Call, type Guard, serveReply } from './serve.ts';

/** A file as it was sent. Its name is the sender's: good for telling its kind, never for a path. */
export interface UploadedFile {
  readonly name: string;
  readonly bytes: Buffer;
}

/** What a form of a few texts and a file may hold. */
const LIMITS = {
  ...{ files: 1, fields: 8, parts: 9, headerPairs: 8 },
  ...{ fieldNameSize: 60, fieldSize: 1_000 },
};
/** What a form takes beside its file, at most. */
const AROUND_BYTES = 32_768;
/** RFC 2046, 5.1.1 */
const LONGEST_BOUNDARY = 70;
const LONGEST_FILE_NAME = 255;

/** Serves a route that takes a file, sent as `file`, beside the fields of its body. */
export function serveUpload<R extends Route, Actor>(
  app: FastifyInstance,
  guard: Guard<Actor>,
  route: R,
  maxBytes: number,
  handle: (call: Call<R, Actor>, file: UploadedFile | null) => Promise<z.output<R['response']>>,
): void {
  const files = new WeakMap<FastifyRequest, UploadedFile>();
  // A scope of its own: no other route takes forms.
  void app.register(async (scope) => {
    await scope.register(multipart, { limits: { ...LIMITS, fileSize: maxBytes } });
    serveReply(
      scope,
      guard,
      route,
      async (call) => ({ RESP_MSG: await handle(call, files.get(call.request) ?? null) }),
      async (request) => {
        assertForm(request, maxBytes);
        const { fields, file } = await readForm(request).catch((error: unknown) => {
          throw isOfHttp(error) ? error : new ApiError('BAD_REQUEST', 'unreadable');
        });
        request.body = fields;
        if (file) files.set(request, file);
      },
    );
  });
}

function assertForm({ headers }: FastifyRequest, maxBytes: number): void {
  const type = headers['content-type'] ?? '';
  const boundary = /;\s*boundary=(?:"([^"]*)"|([^;\s]*))/i.exec(type);
  const length = (boundary?.[1] ?? boundary?.[2] ?? '').length;
  const isForm = /^multipart\/form-data\s*;/i.test(type);
  if (!isForm || length === 0 || length > LONGEST_BOUNDARY) {
    throw new ApiError('BAD_REQUEST', 'unreadable');
  }
  if (Number(headers['content-length'] ?? 0) > maxBytes + AROUND_BYTES) {
    throw new ApiError('TOO_LARGE', 'tooLarge');
  }
}

/** Whether an error says what it is to HTTP; the parser of forms has others for what is no form. */
function isOfHttp(error: unknown): boolean {
  return error instanceof ApiError || (error instanceof Error && 'statusCode' in error);
}

async function readForm(request: FastifyRequest) {
  const fields: Record<string, unknown> = {};
  let file: UploadedFile | null = null;
  for await (const part of request.parts()) {
    if (part.type === 'file') {
      const name = part.filename ?? '';
      const bytes = await part.toBuffer();
      if (part.fieldname !== 'file' || name.length > LONGEST_FILE_NAME) {
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
