import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readEnv } from './env.ts';
import { readSecrets } from './secrets.ts';

const document = readFileSync(new URL('../../../../docs/security.md', import.meta.url), 'utf8');
const tableTypes = new URL('../platform/postgres/tables.ts', import.meta.url);

/** Returns the code spans in one column of the table with this header row. */
function readColumn(heading: string, column: number): string[] {
  const [, table = ''] = document.split(heading);
  const rows = table.split('\n\n')[0]?.trim().split('\n').slice(2) ?? [];
  return rows.flatMap((row) =>
    [...(row.split('|')[column + 1] ?? '').matchAll(/`([^`]+)`/g)].map(([, code = '']) => code),
  );
}

describe('docs/security.md', () => {
  it('lists each key of the server', () => {
    const folder = mkdtempSync(join(tmpdir(), 'granary-keys-'));
    readSecrets(readEnv({}), folder);
    const files = readdirSync(join(folder, 'secrets'));
    rmSync(folder, { recursive: true });
    expect(readColumn('| file | variable |', 0).sort()).toEqual(files.sort());
  });

  it('assigns a class to each table of the database', () => {
    const [, body = ''] =
      /interface Tables \{([^}]*)\}/.exec(readFileSync(tableTypes, 'utf8')) ?? [];
    const tables = [...body.matchAll(/^ {2}(\w+):/gm)].map(([, name = '']) =>
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    );
    expect(tables.length).toBeGreaterThan(40);
    expect(readColumn('| class | tables |', 1).sort()).toEqual(tables.sort());
  });
});
