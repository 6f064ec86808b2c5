import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

/** Writes a .br and a .gz file next to each text file of at least 1 KB, for the server to send. */
export function compress(): Plugin {
  return {
    name: 'granary-compress',
    apply: 'build',
    async writeBundle({ dir = 'dist' }) {
      const names = await readdir(dir, { recursive: true });
      const textFiles = names.filter((name) => /\.(js|css|html|svg)$/.test(name));
      await Promise.all(textFiles.map((name) => compressFile(join(dir, name))));
    },
  };
}

async function compressFile(path: string): Promise<void> {
  const text = await readFile(path);
  // A smaller file fits in one packet without compression.
  if (text.length < 1024) return;
  await Promise.all([
    promisify(brotliCompress)(text).then((compressed) => writeFile(`${path}.br`, compressed)),
    promisify(gzip)(text, { level: 9 }).then((compressed) => writeFile(`${path}.gz`, compressed)),
  ]);
}
