import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig, type Plugin } from 'vite';

/** What pages share is not cut into files smaller than this, before compression. */
const SHARED_BYTES = 60_000;

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
    rolldownOptions: {
      output: {
        // A hundred small files are a dozen round trips on a slow line: what the first page needs
        // comes in one, what pages share in a few.
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'], priority: 1 },
            {
              name: 'shared',
              minShareCount: 2,
              entriesAware: true,
              entriesAwareMergeThreshold: SHARED_BYTES,
            },
          ],
        },
        // Files that need each other run in the order of their modules all the same.
        strictExecutionOrder: true,
        // The bundler names what pages share after all of them.
        chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
      },
    },
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
