import { saveFile } from './save-file.ts';

/** What browsers that let a page write to a file of the person's choice have in their window. */
interface FilePicker {
  readonly document: Document;
  showSaveFilePicker?(options: { readonly suggestedName: string }): Promise<FileSystemFileHandle>;
}

export interface SaveControl {
  /** Stops it; what was written so far is dropped. */
  readonly signal: AbortSignal;
  /** Is told, as it goes on, how many lines there are so far. */
  readonly onLines: (lines: number) => void;
}

/**
 * Saves an answer under a name. Where the browser lets it, the person chooses the file and the
 * answer flows into it, however long it is; elsewhere it is gathered first. The token stays in the
 * header either way. False where the person chose no file or stopped it. Call it straight from a
 * click.
 */
export async function saveStream(
  name: string,
  ask: (signal: AbortSignal) => Promise<Response>,
  { signal, onLines }: SaveControl,
): Promise<boolean> {
  const picker: FilePicker = window;
  try {
    if (picker.showSaveFilePicker === undefined) {
      const { body, headers } = countLines(await ask(signal), onLines);
      const bytes = await new Response(body, { headers }).blob();
      if (!signal.aborted) saveFile(bytes, name);
      return !signal.aborted;
    }
    const file = await chooseFile(picker.showSaveFilePicker({ suggestedName: name }));
    if (file === null || signal.aborted) return false;
    const { body } = countLines(await ask(signal), onLines);
    const into = await file.createWritable();
    if (body === null) await into.close();
    else await body.pipeTo(into, { signal });
    return true;
  } catch (error) {
    if (signal.aborted) return false;
    throw error;
  }
}

const LINE_FEED = 10;

/** An answer whose lines are counted as they pass. */
function countLines({ body, headers }: Response, onLines: (lines: number) => void) {
  let lines = 0;
  const counting = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform: (chunk, controller) => {
      for (const byte of chunk) if (byte === LINE_FEED) lines++;
      onLines(lines);
      controller.enqueue(chunk);
    },
  });
  return { body: body === null ? null : body.pipeThrough(counting), headers };
}

async function chooseFile(
  choosing: Promise<FileSystemFileHandle>,
): Promise<FileSystemFileHandle | null> {
  try {
    return await choosing;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return null;
    throw error;
  }
}
