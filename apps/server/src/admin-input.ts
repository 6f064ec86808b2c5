import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** An error for the user; only its message is shown. */
export class AdminError extends Error {
  override readonly name = 'AdminError';
}

const MIN_PASSPHRASE_LENGTH = 12;

/** Reads a new passphrase. On a terminal, the user enters it twice. */
export async function askPassphrase(input: NodeJS.ReadableStream): Promise<string> {
  const passphrase = await askSecret(input, 'New passphrase: ');
  if (passphrase.length < MIN_PASSPHRASE_LENGTH) {
    throw new AdminError(
      `The passphrase is too short; it must have at least ${MIN_PASSPHRASE_LENGTH} characters.`,
    );
  }
  // A mistyped passphrase would not be noticed until the backup is needed.
  if (isTerminal(input) && (await askSecret(input, 'Repeat the passphrase: ')) !== passphrase) {
    throw new AdminError('The passphrases do not match. Nothing was backed up.');
  }
  return passphrase;
}

function isTerminal(input: NodeJS.ReadableStream): boolean {
  return 'isTTY' in input && input.isTTY === true;
}

/** Reads one line without echoing it on a terminal. */
export async function askSecret(input: NodeJS.ReadableStream, prompt: string): Promise<string> {
  const isOnTerminal = isTerminal(input);
  const discard = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({ input, output: discard, terminal: isOnTerminal });
  if (isOnTerminal) process.stderr.write(prompt);
  try {
    for await (const line of reader) return line;
    throw new AdminError('Nothing was entered.');
  } finally {
    reader.close();
    if (isOnTerminal) process.stderr.write('\n');
  }
}
