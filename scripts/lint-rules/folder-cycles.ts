import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

/** An import of one file by another, given as their paths relative to the common root. */
export interface Edge {
  readonly from: string;
  readonly to: string;
}

/** The imports between the folders of a root, including type imports. */
export type FolderGraph = ReadonlyMap<string, readonly Edge[]>;

/** Builds the graph of the folders directly below `root` from the imports of their files. */
export function readFolderGraph(root: string, exceptions: readonly string[]): FolderGraph {
  const files = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /(?<!\.test)\.ts$/.test(entry.name))
    .map((entry) => toPath(root, join(entry.parentPath, entry.name)));
  const edges = files.flatMap((file) =>
    findRelativeImports(readFileSync(join(root, file), 'utf8')).map((specifier) => ({
      from: file,
      to: toPath(root, join(root, dirname(file), specifier)),
    })),
  );
  return groupEdges(edges, exceptions);
}

/** Groups the edges between different folders by the folder that they start in. */
export function groupEdges(
  edges: readonly Edge[],
  exceptions: readonly string[] = [],
): FolderGraph {
  const graph = new Map<string, Edge[]>();
  for (const edge of edges) {
    const [from, to] = [getFolderName(edge.from), getFolderName(edge.to)];
    if (from === null || to === null || from === to) continue;
    if (exceptions.includes(from) || exceptions.includes(to)) continue;
    graph.set(from, [...(graph.get(from) ?? []), edge]);
  }
  return graph;
}

/** The shortest cycle that begins with this edge; null if there is none. */
export function findCycle(graph: FolderGraph, edge: Edge): readonly Edge[] | null {
  const start = getFolderName(edge.from);
  const target = getFolderName(edge.to);
  if (start === null || target === null || start === target) return null;
  const paths: (readonly Edge[])[] = [[edge]];
  const visited = new Set([target]);
  for (const path of paths) {
    const last = getFolderName(path.at(-1)?.to ?? '');
    if (last === start) return path;
    for (const next of graph.get(last ?? '') ?? []) {
      const folder = getFolderName(next.to) ?? '';
      if (visited.has(folder)) continue;
      visited.add(folder);
      paths.push([...path, next]);
    }
  }
  return null;
}

/**
 * The cycle that an edge closes; null if there is none, or if another edge of the cycle closes a shorter one
 * and is reported instead.
 */
export function findShortestCycle(graph: FolderGraph, edge: Edge): readonly Edge[] | null {
  const cycle = findCycle(graph, edge);
  const isShortest = cycle?.every(
    (other) => (findCycle(graph, other)?.length ?? Infinity) >= cycle.length,
  );
  return isShortest ? cycle : null;
}

/** One line that names the files of a cycle. */
export function describeCycle(cycle: readonly Edge[]): string {
  const steps = cycle.map(({ from, to }) => `${from} → ${to}`);
  return `Folders must not depend on each other in a cycle: ${steps.join(', ')}.`;
}

function findRelativeImports(text: string): string[] {
  const pattern = /\bfrom\s+'(\.[^']+)'|\bimport\s*\(?\s*'(\.[^']+)'/g;
  return [...text.matchAll(pattern)].map(([, from, importedPath]) => from ?? importedPath ?? '');
}

/** The folder directly below the root that contains a file; null for a file outside these folders. */
function getFolderName(file: string): string | null {
  const slash = file.indexOf('/');
  return slash < 0 || file.startsWith('..') ? null : file.slice(0, slash);
}

function toPath(root: string, file: string): string {
  return relative(root, file).split(sep).join('/');
}
