import { dirname, join, relative, sep } from 'node:path';
import { allowsSql, findImportProblem } from './allowed-imports.ts';
import {
  describeCycle,
  type FolderGraph,
  findShortestCycle,
  readFolderGraph,
} from './folder-cycles.ts';
import { ACYCLIC_FOLDERS, folders } from './folders.ts';

/** The parts of oxlint's syntax tree that these rules read. */
interface Node {
  readonly type: string;
}
interface NodeWithSource extends Node {
  readonly source: { readonly type: string; readonly value?: unknown } | null;
  readonly importKind?: string;
  readonly exportKind?: string;
}
interface MemberExpression extends Node {
  readonly property: { readonly name?: string };
}
interface Spread extends Node {
  readonly argument: Node;
}
interface Context {
  readonly filename: string;
  readonly cwd: string;
  report(problem: { node: Node; message: string }): void;
}

const QUERY_METHODS = new Set([
  'selectFrom',
  'insertInto',
  'updateTable',
  'deleteFrom',
  'mergeInto',
]);

/** Disallows imports that the folder list does not allow. */
const allowedImports = {
  create(context: Context) {
    const from = toPath(context);
    return forEachImport((node, specifier) => {
      const isTypeOnly = node.importKind === 'type' || node.exportKind === 'type';
      const message = findImportProblem({ from, specifier, isTypeOnly }, folders);
      if (message !== null) context.report({ node, message });
    });
  },
};

/** The folder graph is read only once per run. */
const graphs = new Map<string, FolderGraph>();

/** Disallows dependency cycles between the feature folders of the server, even through type imports. */
const noFolderCycle = {
  create(context: Context) {
    const { root, exceptions } = ACYCLIC_FOLDERS;
    const file = toPath(context);
    if (!file.startsWith(`${root}/`) || file.endsWith('.test.ts')) return {};
    const from = file.slice(root.length + 1);
    return forEachImport((node, specifier) => {
      if (!specifier.startsWith('.')) return;
      const path = join(context.cwd, root);
      const graph = graphs.get(path) ?? readFolderGraph(path, exceptions);
      graphs.set(path, graph);
      const to = join(dirname(from), specifier).split(sep).join('/');
      if (exceptions.some((folder) => from.startsWith(`${folder}/`))) return;
      const cycle = findShortestCycle(graph, { from, to });
      if (cycle !== null) context.report({ node, message: describeCycle(cycle) });
    });
  },
};

/** Disallows queries outside stores. */
const queriesInStores = {
  create(context: Context) {
    if (allowsSql(toPath(context), folders)) return {};
    return {
      MemberExpression(node: MemberExpression) {
        if (!QUERY_METHODS.has(node.property.name ?? '')) return;
        context.report({ node, message: 'Queries belong in a store.' });
      },
    };
  },
};

/** Disallows re-exporting everything from another file. */
const noExportAll = {
  create(context: Context) {
    return {
      ExportAllDeclaration(node: Node) {
        context.report({
          node,
          message: 'Do not use "export *": import each name from the file that declares it.',
        });
      },
    };
  },
};

/** Disallows spreading a literal into another literal or into call arguments. */
const noLiteralSpread = {
  create(context: Context) {
    return {
      SpreadElement(node: Spread) {
        if (!/^(Array|Object)Expression$/.test(node.argument.type)) return;
        context.report({
          node,
          message:
            'List the items or properties directly, one per line, instead of spreading a literal.',
        });
      },
    };
  },
};

function forEachImport(check: (node: NodeWithSource, specifier: string) => void) {
  const visit = (node: NodeWithSource) => {
    if (typeof node.source?.value === 'string') check(node, node.source.value);
  };
  return {
    ImportDeclaration: visit,
    ImportExpression: visit,
    ExportNamedDeclaration: visit,
    ExportAllDeclaration: visit,
  };
}

function toPath(context: Context): string {
  return relative(context.cwd, context.filename).split(sep).join('/');
}

// oxlint loads a plugin as a module's default export.
export default {
  meta: { name: 'granary' },
  rules: {
    'allowed-imports': allowedImports,
    'no-folder-cycle': noFolderCycle,
    'queries-in-stores': queriesInStores,
    'no-export-all': noExportAll,
    'no-literal-spread': noLiteralSpread,
  },
};
