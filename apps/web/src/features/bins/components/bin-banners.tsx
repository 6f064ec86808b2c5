import type { Bin, HotSince } from '@granary/contract/bins/http';
import type { Reading } from '@granary/contract/readings/reading-response';
import { type Finding, getFindingState } from '@granary/domain/bins/state';
import type { Millis } from '@granary/domain/units';
import { Group, Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { describeFinding } from '../../../bin-data/describe-finding.ts';
import { ButtonLink } from '../../../components/button-link.tsx';
import { CollapsibleNotice } from '../../../components/collapsible-notice.tsx';
import { Notice, type NoticeProps } from '../../../components/notice.tsx';
import { useCan } from '../../../lib/use-can.ts';
import { useFormat } from '../../../lib/use-format.ts';
import { HotSpotBanner, HotSpotDetails } from './hot-spot-banner.tsx';

export interface BinBannersProps {
  readonly bin: Bin;
  readonly reading: Reading | null;
  readonly findings: readonly Finding[];
  /** When the reading's hot spot began, if known. */
  readonly hotSince: HotSince;
  /** Whether the reading is the newest one. */
  readonly isLatest: boolean;
  readonly now: Millis;
}

interface Banner extends NoticeProps {
  readonly key: string;
  /** The line on a phone: the short title and the measured value. */
  readonly shortTitle?: string;
  readonly value?: string;
  /** Shown instead of a notice if there is space. */
  readonly fullBanner?: ReactNode;
}

/**
 * Shows a bin's findings, except those in the insights and in the list of open alerts. On a phone they are
 * one line that expands, so that the picture is visible below it.
 */
export function BinBanners(props: BinBannersProps) {
  const isPhone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
  const [worst, ...others] = useBanners(props);
  if (worst === undefined) return null;
  if (isPhone)
    return <CollapsibleNotice {...withoutKey(worst)} otherNotices={others.map(toNotice)} />;
  return <>{[worst, ...others].map(toNotice)}</>;
}

function withoutKey({
  key: _,
  fullBanner: __,
  ...banner
}: Banner): Omit<Banner, 'key' | 'fullBanner'> {
  return banner;
}

function toNotice({ key, shortTitle: _, value: __, fullBanner, ...notice }: Banner) {
  return fullBanner ?? <Notice key={key} {...notice} />;
}

/** A link to the board's key and refused sign-ins, with a note for users who cannot create keys. */
function BoardKeyLink({ binId }: { readonly binId: number }) {
  const { t } = useTranslation();
  const canInstall = useCan('bin.install');
  return (
    <Stack gap="xs" align="flex-start">
      {!canInstall && <Text>{t('findings.wrong-board-key.ask')}</Text>}
      <ButtonLink to="/binsensor/$id/hardware" params={{ id: binId }} variant="default">
        {t('findings.wrong-board-key.open')}
      </ButtonLink>
    </Stack>
  );
}

interface AddUnknownBinsProps {
  readonly bin: Pick<Bin, 'farmId' | 'mainBoardId'>;
  readonly numbers: readonly number[];
}

/** Links to add bins with these numbers, or a note on who can add them. */
function AddUnknownBins({ bin, numbers }: AddUnknownBinsProps) {
  const { t } = useTranslation();
  const canInstall = useCan('bin.install');
  if (!canInstall) return <Text>{t('findings.unknown-bins.ask')}</Text>;
  return (
    <Group gap="xs">
      {numbers.map((number) => (
        <ButtonLink
          key={number}
          to="/addBinSensor/$farmId"
          params={{ farmId: bin.farmId }}
          search={{ board: bin.mainBoardId, number }}
          variant="default"
        >
          {t('findings.unknown-bins.add', { number })}
        </ButtonLink>
      ))}
    </Group>
  );
}

/** A missing size is shown as unknown, not as a warning: it only prevents some calculations. */
const settingNoticeProps = {
  sizeMissing: { state: 'unknown' },
  cableIdsDiffer: { state: 'warning', isTinted: true },
} as const;

/** A bin's banners: its findings, worst first, then problems with its settings. */
function useBanners({
  bin,
  reading,
  findings,
  hotSince,
  isLatest,
  now,
}: BinBannersProps): Banner[] {
  const { t } = useTranslation();
  const format = useFormat();
  const unit = bin.temperatureUnit;
  const context = {
    t,
    format,
    unit,
    now,
    readAt: reading?.at ?? null,
    cables: bin.cables,
    hotSince,
  };
  // A size of 0 means not set.
  const isSizeMissing = bin.loadMethod === 'manual' && !(bin.size !== null && bin.size > 0);
  const settingProblems = [
    ...(isSizeMissing ? (['sizeMissing'] as const) : []),
    ...(reading?.cableIdsDiffer === true ? (['cableIdsDiffer'] as const) : []),
  ];
  return [
    ...findings.flatMap((finding): Banner[] => {
      // The insights and the list of open alerts show these.
      if (finding.kind === 'temperature-insight' || finding.kind === 'humidity-insight') return [];
      if (finding.kind === 'alert') return [];
      const state = getFindingState(finding);
      const text = describeFinding(finding, context);
      const banner = { key: finding.kind, state, title: text.title, detail: text.detail };
      switch (finding.kind) {
        case 'cable-address':
          return [
            {
              ...banner,
              isTinted: true,
              title: t('banners.cable-address'),
              shortTitle: text.title,
            },
          ];
        case 'board-error':
          return [
            {
              key: finding.kind,
              state,
              isTinted: true,
              title: t('banners.board-error'),
              shortTitle: text.title,
            },
          ];
        case 'wrong-board-key':
          return [
            {
              ...banner,
              isTinted: true,
              action: <BoardKeyLink binId={bin.id} />,
            },
          ];
        case 'unknown-bins':
          return [{ ...banner, action: <AddUnknownBins bin={bin} numbers={finding.numbers} /> }];
        case 'hot-spot': {
          const hotSpot = { bin, finding, hotSince, isLatest, now };
          return [
            {
              key: finding.kind,
              state,
              title: text.title,
              detail: text.detail,
              value: format.temperature(finding.temperature, unit),
              action: <HotSpotDetails {...hotSpot} />,
              ...(state === 'critical' && {
                fullBanner: <HotSpotBanner key={finding.kind} {...hotSpot} />,
              }),
            },
          ];
        }
        default:
          return [{ ...banner, isTinted: state === 'warning' }];
      }
    }),
    ...settingProblems.map((key) => ({
      key,
      ...settingNoticeProps[key],
      title: t(`banners.${key}`),
      shortTitle: t(`banners.short.${key}`),
    })),
  ];
}
