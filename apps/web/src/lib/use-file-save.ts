import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { SaveOptions } from './save-stream.ts';

/**
 * Saves a long file, reports its progress and lets the user stop the save. Leaving the screen stops it too.
 */
export function useFileSave(
  save: (control: SaveOptions) => Promise<boolean>,
  onSaved: () => void = () => {},
) {
  const controller = useRef<AbortController | null>(null);
  const [lineCount, setLineCount] = useState(0);
  const stop = () => controller.current?.abort();
  useEffect(() => () => controller.current?.abort(), []);
  const mutation = useMutation({
    mutationFn: () => {
      stop();
      const run = new AbortController();
      controller.current = run;
      setLineCount(0);
      return save({ signal: run.signal, onLineCount: setLineCount });
    },
    onSuccess: (isSaved) => {
      if (isSaved) onSaved();
    },
  });
  return { saving: mutation, lines: lineCount, stop };
}
