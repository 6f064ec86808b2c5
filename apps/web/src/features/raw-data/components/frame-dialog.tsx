import type { RawFrame } from '@granary/contract/raw-data/http';
import { Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../../components/copy-button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { StateIcon } from '../../../components/state/state-icon.tsx';
import { useNow } from '../../../lib/clock.ts';
import { useFormat } from '../../../lib/use-format.ts';
import classes from './raw-data.module.css';

export interface FrameDialogProps {
  readonly frame: RawFrame;
  readonly onClose: () => void;
}

/** Shows everything stored about a frame. */
export function FrameDialog({ frame, onClose }: FrameDialogProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const now = useNow();
  const bytes = t('rawData.byteCount', { count: frame.bytes });
  const isTruncated = frame.isText && new TextEncoder().encode(frame.data).length < frame.bytes;
  const facts = [
    [t('rawData.at'), format.dateTimeSeconds(frame.at, now)],
    [t('rawData.type'), frame.type],
    [t('rawData.origin'), t(`rawData.${frame.direction}`)],
    [t('rawData.topic'), frame.topic],
    [t('rawData.bytes'), bytes],
  ] as const;
  return (
    <Dialog onClose={onClose} title={frame.id} size="lg">
      <Stack>
        {frame.reason !== null && <RejectionReason reason={frame.reason} />}
        <dl className={classes['facts']}>
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {isTruncated && <Text c="dimmed">{t('rawData.truncated')}</Text>}
        {!frame.isText && <Text c="dimmed">{t('rawData.hex')}</Text>}
        <Group>
          <CopyButton text={frame.data} buttonText={t('rawData.copy')} />
        </Group>
        <pre className={classes['payload']}>{frame.data}</pre>
      </Stack>
    </Dialog>
  );
}

/** Shows why a frame was rejected. */
export function RejectionReason({ reason }: { readonly reason: string }) {
  const { t } = useTranslation();
  return (
    <span className={classes['reason']}>
      <StateIcon state="warning" size={16} />
      <span>
        {t('rawData.reason')}: {reason}
      </span>
    </span>
  );
}
