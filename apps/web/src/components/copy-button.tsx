import { Button } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './copy-button.module.css';

export interface CopyButtonProps {
  readonly text: string;
  readonly buttonText: string;
  /** The accessible name, if `buttonText` alone is not clear. */
  readonly label?: string;
  /** Shows only the icon. */
  readonly isCompact?: boolean;
}

/** Copies text and shows whether it worked. */
export function CopyButton({ text, buttonText, label, isCompact = false }: CopyButtonProps) {
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
        <span className={classes[isCompact ? 'hidden' : 'text']}>
          {outcome === 'copied' ? t('copy.done') : buttonText}
        </span>
      </Button>
      <span role="status" className={classes[outcome === 'failed' ? 'note' : 'hidden']}>
        {outcome === 'copied' && t('copy.done')}
        {outcome === 'failed' && t('copy.failed')}
      </span>
    </>
  );
}

/** Copies text to the clipboard; returns false if the browser does not allow it. */
export async function copyText(text: string): Promise<boolean> {
  // Browsers offer the clipboard only over HTTPS.
  if (!('clipboard' in navigator)) return false;
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
