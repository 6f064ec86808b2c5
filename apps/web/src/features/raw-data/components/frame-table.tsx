import type { RawFrame } from '@granary/contract/raw-data/http';
import { VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../../components/copy-button.tsx';
import { useNow } from '../../../lib/clock.ts';
import { useFormat } from '../../../lib/use-format.ts';
import { FrameDialog, RejectionReason } from './frame-dialog.tsx';
import classes from './raw-data.module.css';

/** Characters shown in the table; the dialog shows the whole frame. */
const MAX_SHOWN_LENGTH = 160;

/** Frames in a table; each opens in a dialog. */
export function FrameTable({ frames }: { readonly frames: readonly RawFrame[] }) {
  const { t } = useTranslation();
  const [openFrame, setOpen] = useState<RawFrame | null>(null);
  return (
    <>
      <table className={classes['table']} aria-label={t('rawData.table')}>
        <thead>
          <tr>
            <th scope="col">{t('rawData.idColumn')}</th>
            <th scope="col" className={classes['wide']}>
              {t('rawData.at')}
            </th>
            <th scope="col" className={classes['wide']}>
              {t('rawData.type')}
            </th>
            <th scope="col" className={classes['wide']}>
              {t('rawData.origin')}
            </th>
            <th scope="col" className={classes['wide']}>
              {t('rawData.data')}
            </th>
            <th scope="col">
              <VisuallyHidden>{t('rawData.actions')}</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody>
          {frames.map((frame) => (
            <FrameRow key={frame.frameId} frame={frame} onOpen={() => setOpen(frame)} />
          ))}
        </tbody>
      </table>
      {openFrame !== null && <FrameDialog frame={openFrame} onClose={() => setOpen(null)} />}
    </>
  );
}

interface FrameRowProps {
  readonly frame: RawFrame;
  readonly onOpen: () => void;
}

function FrameRow({ frame, onOpen }: FrameRowProps) {
  const { t } = useTranslation();
  const now = useNow();
  const at = useFormat().dateTimeSeconds(frame.at, now);
  const { id, type } = frame;
  const origin = t(`rawData.${frame.direction}`);
  return (
    <tr>
      <th scope="row">
        <button
          type="button"
          className={classes['open']}
          aria-label={t('rawData.open', { id, at })}
          aria-haspopup="dialog"
          onClick={onOpen}
        >
          {id}
        </button>
        <span className={classes['narrow']}>
          {at} · {type} · {origin}
        </span>
        <span className={classes['narrow']}>
          <Content frame={frame} />
        </span>
      </th>
      <td className={classes['wide']}>
        <time dateTime={new Date(frame.at).toISOString()}>{at}</time>
      </td>
      <td className={`${classes['wide']} ${classes['short']}`}>{type}</td>
      <td className={classes['wide']}>{origin}</td>
      <td className={classes['wide']}>
        <Content frame={frame} />
      </td>
      <td className={classes['actionCell']}>
        <CopyButton
          text={frame.data}
          buttonText={t('rawData.copy')}
          label={t('rawData.copyOf', { id, at })}
          isCompact
        />
      </td>
    </tr>
  );
}

/** Shows why a frame was rejected, if it was, and the beginning of its content. */
function Content({ frame }: { readonly frame: RawFrame }) {
  const { data } = frame;
  return (
    <>
      {frame.reason !== null && <RejectionReason reason={frame.reason} />}
      <code className={classes['data']}>
        {data.length > MAX_SHOWN_LENGTH ? `${data.slice(0, MAX_SHOWN_LENGTH)}…` : data}
      </code>
    </>
  );
}
