import { relative, sep } from 'node:path';
import { type Folder, folders as house } from './folders.ts';
import { mayHoldSql, refusalOf } from './zones.ts';

/** The parts of oxlint's syntax tree that these rules look at. */
interface Node {
  readonly type: string;
}
interface WithSource extends Node {
  readonly source: { readonly type: string; readonly value?: unknown } | null;
  readonly importKind?: string;
  readonly exportKind?: string;
}
interface MemberExpression extends Node {
  readonly property: { readonly name?: string };
}
interface Context {
  readonly filename: string;
  readonly cwd: string;
  report(problem: { node: Node; message: string }): void;
}

const QUERIES = new Set(['selectFrom', 'insertInto', 'updateTable', 'deleteFrom', 'mergeInto']);

/** Imports keep to the folder list. */
export function zonesRule(folders: readonly Folder[]) {
  return {
    create(context: Context) {
      const from = pathOf(context);
      const check = (node: WithSource) => {
        if (typeof node.source?.value !== 'string') return;
        const isTypeOnly = node.importKind === 'type' || node.exportKind === 'type';
        const message = refusalOf({ from, specifier: node.source.value, isTypeOnly }, folders);
        if (message !== null) context.report({ node, message });
      };
      return {
        ImportDeclaration: check,
        ImportExpression: check,
        ExportNamedDeclaration: check,
        ExportAllDeclaration: check,
      };
    },
  };
}

/** Queries are written in stores alone, whoever holds the handle. */
export function queriesRule(folders: readonly Folder[]) {
  return {
    create(context: Context) {
      const file = pathOf(context);
      if (mayHoldSql(file, folders)) return {};
      return {
        MemberExpression(node: MemberExpression) {
          if (!QUERIES.has(node.property.name ?? '')) return;
          context.report({ node, message: 'Queries belong in a store.' });
        },
      };
    },
  };
}

/** No file passes on everything of another: who uses a thing imports it where it is. */
const noExportAll = {
  create(context: Context) {
    return {
      ExportAllDeclaration(node: Node) {
        context.report({ node, message: 'Import things from where they are.' });
      },
    };
  },
};

function pathOf(context: Context): string {
  return relative(context.cwd, context.filename).split(sep).join('/');
}

// oxlint takes a plugin as a module's default export.
export default {
  meta: { name: 'granary' },
  rules: {
    zones: zonesRule(house),
    'queries-in-stores': queriesRule(house),
    'no-export-all': noExportAll,
  },
};
