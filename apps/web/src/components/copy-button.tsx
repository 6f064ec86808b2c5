import { Button } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './copy-button.module.css';

export interface CopyButtonProps {
  readonly text: string;
  /** What is copied, in a word or two. */
  readonly buttonText: string;
  /** What the button is called where that is not plain from what stands around it. */
  readonly label?: string;
  /** Only the sign, where there is little room. */
  readonly isCompact?: boolean;
}

/** Copies a text, and says whether it could. */
export function CopyButton({ text, buttonText: act, label, isCompact = false }: CopyButtonProps) {
  const { t } = useTranslation();
  const [outcome, setOutcome] = useState<'copied' | 'failed' | null>(null);
  const copy = async () => setOutcome((await copyText(text)) ? 'copied' : 'failed');
  const Icon = outcome === 'copied' ? IconCheck : IconCopy;
  return (
    <>
      <Button
        variant="default"
        px="sm"
        {...(label !== undefined && { 'aria-label': label })}
        onClick={() => void copy()}
      >
        <Icon size={18} aria-hidden />
        <span className={classes[isCompact ? 'hidden' : 'word']}>
          {outcome === 'copied' ? t('copy.done') : act}
        </span>
      </Button>
      <span role="status" className={classes[outcome === 'failed' ? 'note' : 'hidden']}>
        {outcome === 'copied' && t('copy.done')}
        {outcome === 'failed' && t('copy.failed')}
      </span>
    </>
  );
}

/** Puts a text on the clipboard; false where the browser does not let us. */
export async function copyText(text: string): Promise<boolean> {
  // Over plain HTTP a browser has no clipboard to give.
  if (!('clipboard' in navigator)) return false;
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
