import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ReadableStream } from 'node:stream/web';
import { createGunzip, createGzip } from 'node:zlib';
import { Decrypter, Encrypter } from 'age-encryption';

/** A failure to create or restore a backup; the message is for the operator. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

/**
 * Writes a backup file: the parts, compressed with gzip and encrypted with the passphrase in the format of
 * https://age-encryption.org/v1. The file is renamed to `file` when it is complete and on disk.
 *
 * @throws BackupError when the file cannot be written; an existing file with this name is left unchanged.
 */
export async function writeBackupFile(
  file: string,
  passphrase: string,
  parts: () => AsyncIterable<Uint8Array>,
): Promise<void> {
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  const partialFile = `${file}.part`;
  const encrypt = async function* (source: AsyncIterable<Uint8Array>) {
    yield* await encrypter.encrypt(toWebStream(source));
  };
  try {
    const output = createWriteStream(partialFile, { mode: 0o600, flush: true });
    await pipeline(Readable.from(parts()), createGzip(), encrypt, output);
    await rename(partialFile, file);
  } catch (error) {
    await rm(partialFile, { force: true });
    if (!isFileError(error)) throw error;
    throw new BackupError(`${file} cannot be written: ${error.message}`, { cause: error });
  }
}

/**
 * Passes the parts of a backup file to `read`.
 *
 * @throws BackupError when the file cannot be read or decrypted, or is damaged; also anything that `read`
 * throws.
 */
export async function readBackupFile(
  file: string,
  passphrase: string,
  read: (parts: AsyncIterable<Buffer>) => Promise<void>,
): Promise<void> {
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  let isDecrypted = false;
  const decrypt = async function* (source: AsyncIterable<Uint8Array>) {
    const plaintext = await decrypter.decrypt(toWebStream(source));
    isDecrypted = true;
    yield* plaintext;
  };
  const readParts = async function* (source: AsyncIterable<Buffer>) {
    try {
      yield* source;
    } catch (error) {
      throw toBackupError(error, file, isDecrypted);
    }
  };
  let readPromise: Promise<void> | undefined;
  const consumeParts = (source: AsyncIterable<Buffer>) => {
    readPromise = read(readParts(source));
    return readPromise;
  };
  try {
    await pipeline(createReadStream(file), decrypt, createGunzip(), consumeParts);
  } catch (error) {
    // `read` throws the more specific error, and might still be cleaning up.
    await readPromise;
    throw toBackupError(error, file, isDecrypted);
  }
}

function toBackupError(cause: unknown, file: string, isDecrypted: boolean): BackupError {
  if (isFileError(cause)) {
    return new BackupError(`${file} cannot be read: ${cause.message}`, { cause });
  }
  const message = isDecrypted
    ? `${file} is damaged or incomplete.`
    : `The passphrase is wrong, or ${file} is not a backup.`;
  return new BackupError(message, { cause });
}

/** The encryption library takes web streams. */
function toWebStream(source: AsyncIterable<Uint8Array>): globalThis.ReadableStream<Uint8Array> {
  return ReadableStream.from(source);
}

function isFileError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error && 'syscall' in error;
}

const NEWLINE = 0x0a;

/** Reads lines and table rows from the parts of a backup. */
export class PartReader {
  private buffer = Buffer.alloc(0);
  private readonly parts: AsyncIterator<Buffer>;

  constructor(parts: AsyncIterable<Buffer>) {
    this.parts = parts[Symbol.asyncIterator]();
  }

  /** Reads the next line as text. */
  async readLine(): Promise<string> {
    for (;;) {
      const end = this.buffer.indexOf(NEWLINE);
      if (end >= 0) return this.take(end + 1).toString('utf8', 0, end);
      await this.readMore();
    }
  }

  /** Reads a table's rows, in chunks of whole rows, up to the end marker. */
  async *readRows(): AsyncGenerator<Buffer> {
    for (;;) {
      const end = this.findEndOfRows();
      if (end >= 0) {
        const rows = this.take(end);
        this.take(END_OF_ROWS.length);
        if (rows.length > 0) yield rows;
        return;
      }
      const last = this.buffer.lastIndexOf(NEWLINE);
      if (last >= 0) yield this.take(last + 1);
      await this.readMore();
    }
  }

  /** Finds the index of the end marker of the rows; -1 if it has not been read yet. */
  private findEndOfRows(): number {
    if (this.buffer.subarray(0, END_OF_ROWS.length).equals(END_OF_ROWS)) return 0;
    const newline = this.buffer.indexOf(`\n${END_OF_ROWS.toString()}`);
    return newline < 0 ? -1 : newline + 1;
  }

  private take(length: number): Buffer {
    const bytes = this.buffer.subarray(0, length);
    this.buffer = this.buffer.subarray(length);
    return bytes;
  }

  private async readMore(): Promise<void> {
    const { done, value } = await this.parts.next();
    if (done === true) throw new BackupError('The backup is incomplete.');
    this.buffer = Buffer.concat([this.buffer, value]);
  }
}

/** The marker at the end of a table's rows, as in `pg_dump` files. */
export const END_OF_ROWS = Buffer.from('\\.\n');
