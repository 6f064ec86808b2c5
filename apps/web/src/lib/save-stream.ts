import { saveFile } from './save-file.ts';

/** The members of `window` in browsers with the File System Access API. */
interface FilePicker {
  readonly document: Document;
  showSaveFilePicker?(options: { readonly suggestedName: string }): Promise<FileSystemFileHandle>;
}

export interface SaveOptions {
  /** Stops the save and discards what was written. */
  readonly signal: AbortSignal;
  /** Called with the number of lines so far. */
  readonly onLineCount: (lines: number) => void;
}

/**
 * Saves a response as a file. If the browser supports it, the user picks a file and the response is streamed
 * into it, regardless of its size; otherwise, the response is buffered in memory first. In both cases the
 * token is sent in a header. Returns false if the user picked no file or stopped the save. Must be called
 * directly in a click handler.
 */
export async function saveStream(
  name: string,
  request: (signal: AbortSignal) => Promise<Response>,
  { signal, onLineCount }: SaveOptions,
): Promise<boolean> {
  const picker: FilePicker = window;
  try {
    if (picker.showSaveFilePicker === undefined) {
      const { body, headers } = countLines(await request(signal), onLineCount);
      const content = await new Response(body, { headers }).blob();
      if (!signal.aborted) saveFile(content, name);
      return !signal.aborted;
    }
    const file = await chooseFile(picker.showSaveFilePicker({ suggestedName: name }));
    if (file === null || signal.aborted) return false;
    const { body } = countLines(await request(signal), onLineCount);
    const writable = await file.createWritable();
    if (body === null) await writable.close();
    else await body.pipeTo(writable, { signal });
    return true;
  } catch (error) {
    if (signal.aborted) return false;
    throw error;
  }
}

const LINE_FEED = 10;

/** Counts the lines of a response while it is read. */
function countLines({ body, headers }: Response, onLineCount: (lines: number) => void) {
  let lines = 0;
  const lineCounter = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform: (chunk, controller) => {
      for (const byte of chunk) if (byte === LINE_FEED) lines++;
      onLineCount(lines);
      controller.enqueue(chunk);
    },
  });
  return { body: body === null ? null : body.pipeThrough(lineCounter), headers };
}

async function chooseFile(
  pendingFile: Promise<FileSystemFileHandle>,
): Promise<FileSystemFileHandle | null> {
  try {
    return await pendingFile;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return null;
    throw error;
  }
}
