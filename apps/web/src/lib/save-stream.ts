import { saveFile } from './save-file.ts';

/** What browsers that let a page write to a file of the person's choice have in their window. */
interface FilePicker {
  readonly document: Document;
  showSaveFilePicker?(options: { readonly suggestedName: string }): Promise<FileSystemFileHandle>;
}

/**
 * Saves an answer under a name. Where the browser lets it, the person chooses the file and the
 * answer flows into it, however long it is; elsewhere it is gathered first. The token stays in the
 * header either way. False where the person chose no file. Call it straight from a click.
 */
export async function saveStream(name: string, ask: () => Promise<Response>): Promise<boolean> {
  const picker: FilePicker = window;
  if (picker.showSaveFilePicker === undefined) {
    const answer = await ask();
    saveFile(await answer.blob(), name);
    return true;
  }
  const file = await chosenFile(picker.showSaveFilePicker({ suggestedName: name }));
  if (file === null) return false;
  const { body } = await ask();
  const into = await file.createWritable();
  if (body === null) await into.close();
  else await body.pipeTo(into);
  return true;
}

async function chosenFile(
  choosing: Promise<FileSystemFileHandle>,
): Promise<FileSystemFileHandle | null> {
  try {
    return await choosing;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return null;
    throw error;
  }
}
