import type { RawFrame } from '@granary/contract/raw-data/http';
import { Button } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText } from '../../lib/copy-text.ts';
import classes from './frame-table.module.css';

export interface CopyDataProps {
  readonly frame: RawFrame;
  /** What the button is called where the frame is not plain from what stands around it. */
  readonly label?: string;
  /** Only the sign, where there is little room. */
  readonly isCompact?: boolean;
}

/** Copies what a frame holds, and says whether it could. */
export function CopyData({ frame, label, isCompact = false }: CopyDataProps) {
  const { t } = useTranslation();
  const [outcome, setOutcome] = useState<'copied' | 'failed' | null>(null);
  const copy = async () => setOutcome((await copyText(frame.data)) ? 'copied' : 'failed');
  const Icon = outcome === 'copied' ? IconCheck : IconCopy;
  const word = outcome === 'copied' ? t('rawData.copied') : t('rawData.copy');
  return (
    <>
      <Button
        variant="default"
        px="sm"
        {...(label !== undefined && { 'aria-label': label })}
        onClick={() => void copy()}
      >
        <Icon size={18} aria-hidden />
        <span className={classes[isCompact ? 'hidden' : 'word']}>{word}</span>
      </Button>
      <span role="status" className={classes[outcome === 'failed' ? 'note' : 'hidden']}>
        {outcome === 'copied' && t('rawData.copied')}
        {outcome === 'failed' && t('rawData.copyFailed')}
      </span>
    </>
  );
}
