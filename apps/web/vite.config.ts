import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig, type Plugin } from 'vite';

const API = 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [react(), compress()],
  resolve: { conditions: ['granary-source', ...defaultClientConditions] },
  server: {
    proxy: {
      '/api': API,
      '/socket.io': { target: API, ws: true },
    },
  },
  build: {
    outDir: 'dist',
    // The content security policy allows no data: fonts or images.
    assetsInlineLimit: 0,
    target: 'es2023',
  },
});

/** Lays a .br and a .gz beside every text that is built, for the server to send in its place. */
function compress(): Plugin {
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
  // A packet carries less than this as it is.
  if (text.length < 1024) return;
  await Promise.all([
    promisify(brotliCompress)(text).then((small) => writeFile(`${path}.br`, small)),
    promisify(gzip)(text, { level: 9 }).then((small) => writeFile(`${path}.gz`, small)),
  ]);
}
