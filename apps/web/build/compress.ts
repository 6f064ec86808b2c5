import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

/** Writes a .br and a .gz file beside every text file; the server sends those. */
export function compress(): Plugin {
  return {
    name: 'granary-compress',
    apply: 'build',
    async writeBundle({ dir = 'dist' }) {
      const names = await readdir(dir, { recursive: true });
      const texts = names.filter((name) => /\.(js|css|html|svg)$/.test(name));
      await Promise.all(texts.map((name) => compressFile(join(dir, name))));
    },
  };
}

async function compressFile(path: string): Promise<void> {
  const text = await readFile(path);
  // A smaller file fits into one packet without compression.
  if (text.length < 1024) return;
  await Promise.all([
    promisify(brotliCompress)(text).then((compressed) => writeFile(`${path}.br`, compressed)),
    promisify(gzip)(text, { level: 9 }).then((compressed) => writeFile(`${path}.gz`, compressed)),
  ]);
}
