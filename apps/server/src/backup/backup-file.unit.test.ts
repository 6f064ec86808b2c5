import fc from 'fast-check';
import { expect, it } from 'vitest';
import { BackupError, END_OF_ROWS, PartReader } from './backup-file.ts';

/** A row as COPY writes it: backslashes are doubled, so no row equals the end-of-data marker. */
const row = fc.string().map((text) => text.replaceAll(/[\n\r]/g, '').replaceAll('\\', '\\\\'));

async function* split(bytes: Buffer, lengths: readonly number[]): AsyncGenerator<Buffer> {
  let offset = 0;
  for (const length of [...lengths, bytes.length]) {
    yield bytes.subarray(offset, offset + length);
    offset += length;
  }
}

it('reads the lines and rows of a backup, regardless of how it is split into chunks', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(row)),
      fc.array(fc.nat({ max: 12 })),
      async (tables, lengths) => {
        const sections = tables.map((rows) => rows.map((text) => `${text}\n`).join(''));
        const file = [
          'head\n',
          ...sections.map((rows) => `${rows}${END_OF_ROWS.toString()}`),
          'end\n',
        ];
        const reader = new PartReader(split(Buffer.from(file.join('')), lengths));
        expect(await reader.readLine()).toBe('head');
        for (const section of sections) {
          const chunks: Buffer[] = [];
          for await (const chunk of reader.readRows()) chunks.push(chunk);
          expect(Buffer.concat(chunks).toString()).toBe(section);
        }
        expect(await reader.readLine()).toBe('end');
      },
    ),
  );
});

it('reports a backup that ends too early', async () => {
  const reader = new PartReader(split(Buffer.from('head'), []));
  await expect(reader.readLine()).rejects.toThrow(BackupError);
});
