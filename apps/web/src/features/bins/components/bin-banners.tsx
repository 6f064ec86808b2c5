import type { Bin, HotSince } from '@granary/contract/bins/http';
import type { Reading } from '@granary/contract/readings/reading-response';
import { type Finding, findingState } from '@granary/domain/bins/state';
import type { Millis } from '@granary/domain/units';
import { useTranslation } from 'react-i18next';
import { describeFinding } from '../../../bin-data/describe-finding.ts';
import { ButtonLink } from '../../../components/button-link.tsx';
import { Notice } from '../../../components/notice.tsx';
import { useFormat } from '../../../lib/use-format.ts';

export interface BinBannersProps {
  readonly bin: Bin;
  readonly reading: Reading | null;
  readonly findings: readonly Finding[];
  /** Since when the reading's hot spot exists, if known. */
  readonly hotSince: HotSince;
  readonly now: Millis;
}

/** Shows findings about a bin or its board; findings about the grain are in the insights. */
export function BinBanners({ bin, reading, findings, hotSince, now }: BinBannersProps) {
  const { t } = useTranslation();
  const format = useFormat();
  // A size of 0 means not set.
  const isSizeMissing = bin.loadMethod === 'manual' && !(bin.size !== null && bin.size > 0);
  const unit = bin.temperatureUnit;
  const readAt = reading?.at ?? null;
  return (
    <>
      {findings.map((finding) => {
        if (finding.kind === 'temperature-insight' || finding.kind === 'humidity-insight') {
          return null;
        }
        const state = findingState(finding);
        const text = describeFinding(finding, { t, format, unit, now, readAt, hotSince });
        const showsSince = finding.kind === 'hot-spot' && hotSince?.cable === finding.cable;
        if (finding.kind === 'cable-address' || finding.kind === 'board-error') {
          return (
            <Notice
              key={finding.kind}
              state={state}
              isTinted
              title={t(`banners.${finding.kind}`)}
              {...(finding.kind === 'cable-address' && { detail: text.detail })}
            />
          );
        }
        return (
          <Notice
            key={finding.kind}
            state={state}
            isTinted={state === 'warning'}
            title={text.title}
            detail={showsSince ? `${text.detail}. ${text.since}` : text.detail}
            {...(finding.kind === 'hot-spot' && {
              action: (
                <ButtonLink
                  to="/binsensor/$id/chart"
                  params={{ id: bin.id }}
                  search={{ series: `cable-${finding.cable}` }}
                  variant="default"
                >
                  {t('findings.hot-spot.overTime', { cable: finding.cable })}
                </ButtonLink>
              ),
            })}
          />
        );
      })}
      {isSizeMissing && <Notice state="warning" isTinted title={t('banners.sizeMissing')} />}
      {reading?.cableIdsDiffer === true && (
        <Notice state="warning" isTinted title={t('banners.cableIdsDiffer')} />
      )}
    </>
  );
}
