import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const IV_LENGTH = 12;
const TAG_LENGTH = 16;

/** The key to derive from, the purpose of the derived key, and the row whose data is encrypted. */
export interface EncryptionScope {
  readonly key: Buffer;
  readonly purpose: string;
  readonly rowId: string;
}

/**
 * Encrypts bytes for one row (AES-256-GCM); returns the initialization vector, the tag and the ciphertext.
 */
export function encrypt(scope: EncryptionScope, plaintext: Buffer): Buffer {
  const iv = randomBytes(IV_LENGTH);
  const cipher = createCipheriv('aes-256-gcm', deriveKey(scope), iv);
  cipher.setAAD(Buffer.from(scope.rowId));
  const ciphertext = Buffer.concat([cipher.update(plaintext), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), ciphertext]);
}

/** Decrypts what `encrypt` returned; throws if the key, purpose or row is different. */
export function decrypt(scope: EncryptionScope, encrypted: Buffer): Buffer {
  const iv = encrypted.subarray(0, IV_LENGTH);
  const decipher = createDecipheriv('aes-256-gcm', deriveKey(scope), iv)
    .setAAD(Buffer.from(scope.rowId))
    .setAuthTag(encrypted.subarray(IV_LENGTH, IV_LENGTH + TAG_LENGTH));
  const ciphertext = encrypted.subarray(IV_LENGTH + TAG_LENGTH);
  return Buffer.concat([decipher.update(ciphertext), decipher.final()]);
}

function deriveKey({ key, purpose }: EncryptionScope): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', purpose, 32));
}
