import type { Bin } from '@granary/contract/bins/http';
import type { Reading } from '@granary/contract/readings/reading-response';
import type { Finding } from '@granary/domain/bins/state';
import type { Millis } from '@granary/domain/units';
import { Button } from '@mantine/core';
import { lazy, memo, type ReactNode, Suspense, useDeferredValue, useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type SensorCable, toSensorCables } from '../../../bin-data/sensor-cables.ts';
import type { CellAddress } from '../../../bin-picture/model.ts';
import { ErrorState } from '../../../components/error-state.tsx';
import { LazyMenu } from '../../../components/lazy-menu.tsx';
import { LoadWhenOpen } from '../../../components/load-when-open.tsx';
import { LoadingBlocks } from '../../../components/loading-blocks.tsx';
import { Notice } from '../../../components/notice.tsx';
import { BinAlerts } from '../../../features/alerts/components/bin-alerts.tsx';
import { detectBinFindings } from '../../../features/bins/assess-bins.ts';
import { AllSensorsMenu } from '../../../features/bins/components/all-sensors-menu.tsx';
import { BinBanners } from '../../../features/bins/components/bin-banners.tsx';
import type { SensorSelection } from '../../../features/bins/components/sensor-status-dialog.tsx';
import { type RecordNavigation, useRecord } from '../../../features/readings/api/use-record.ts';
import { GrainRisks } from '../../../features/readings/components/grain-risks.tsx';
import { InfoCardGrid } from '../../../features/readings/components/info-card-grid.tsx';
import { InsightList } from '../../../features/readings/components/insight-list.tsx';
import { PictureCard } from '../../../features/readings/components/picture-card.tsx';
import { RecordNav } from '../../../features/readings/components/record-nav.tsx';
import { RecordStepSelect } from '../../../features/readings/components/record-step-select.tsx';
import { RequestReading } from '../../../features/readings/components/request-reading.tsx';
import { buildInfoCards } from '../../../features/readings/info-cards.ts';
import { buildInsightRows } from '../../../features/readings/insight-rows.ts';
import { findOutdoorAir, type OutdoorAir } from '../../../features/readings/outdoor-air.ts';
import type { RecordStep } from '../../../features/readings/step-reading.ts';
import { getBrowserTimeZone } from '../../../lib/browser-time-zone.ts';
import { useNow } from '../../../lib/clock.ts';
import { loadWhenIdle } from '../../../lib/load-when-idle.ts';
import { useTemporaryMessage } from '../../../lib/temporary-message.ts';
import { useCan } from '../../../lib/use-can.ts';
import { useFormat } from '../../../lib/use-format.ts';
import classes from './bin-results.module.css';
import { selectAllSensors, selectSensorAndAbove } from './select-sensors.ts';
import { type Selection, useSelection } from './use-selection.ts';

const loadSensorDialogs = async () => ({
  default: (await import('./sensor-dialogs.tsx')).SensorDialogs,
});
const SensorDialogs = lazy(loadSensorDialogs);
const ComparedRecord = lazy(async () => ({
  default: (await import('./compared-record.tsx')).ComparedRecord,
}));
const EarlierMenu = lazy(async () => ({
  default: (await import('./compare-menu-content.tsx')).CompareMenuContent,
}));

export interface BinResultsProps extends RecordChoice {
  readonly bin: Bin;
  /** The time of the record to show; null follows the latest. */
  readonly at: Millis | null;
  readonly onShow: (at: Millis | null) => void;
}

/** How the user steps through records, and the time of the record to compare with; null if there is none. */
interface RecordChoice {
  readonly step: RecordStep;
  readonly onStep: (step: RecordStep) => void;
  readonly compare: Millis | null;
  readonly onCompare: (at: Millis | null) => void;
}

/** The readings of a bin: picture, values and insights. */
export function BinResults({ bin, at, onShow, ...choice }: BinResultsProps) {
  const { t } = useTranslation();
  const now = useNow();
  const endMessage = useTemporaryMessage('short');
  const record = useRecord({
    binId: bin.id,
    at,
    stepSize: choice.step,
    onShow,
    onEnd: endMessage.show,
  });
  const reading = record.query.data;
  if (reading === undefined) {
    if (record.query.isError) {
      return (
        <ErrorState
          error={record.query.error}
          title={t('bin.loadError')}
          onRetry={() => void record.query.refetch()}
        />
      );
    }
    return <BinLoading />;
  }
  if (reading === null) {
    return at === null ? (
      <>
        <BinAlerts binId={bin.id} />
        <BinBanners
          bin={bin}
          reading={null}
          // The notice below already explains that the bin has no readings.
          findings={detectBinFindings(bin, null, now).filter(({ kind }) => kind !== 'never-read')}
          hotSince={null}
          isLatest
          now={now}
        />
        <Notice state="unknown" title={t('bins.noReading')} detail={t('bin.noReadingDetail')} />
      </>
    ) : (
      <Notice
        state="unknown"
        title={t('records.none')}
        action={
          <Button variant="default" onClick={() => onShow(null)}>
            {t('records.toLatest')}
          </Button>
        }
      />
    );
  }
  return (
    <>
      <RecordView {...choice} bin={bin} reading={reading} record={record} now={now} />
      <EndOfRecords isShown={endMessage.isShown} />
    </>
  );
}

/** Placeholders for picture, values and insights. */
export function BinLoading() {
  return (
    <div className={classes['results']}>
      <div className={classes['picture']}>
        <LoadingBlocks count={1} height={600} />
      </div>
      <div className={classes['facts']}>
        <LoadingBlocks count={1} height={200} />
        <LoadingBlocks count={1} height={260} />
      </div>
    </div>
  );
}

/** Pictures with more cables than this need more width for two values in each cell. */
const MANY_CABLES = 6;

interface RecordViewProps extends RecordChoice {
  readonly bin: Bin;
  readonly reading: Reading;
  readonly record: RecordNavigation;
  readonly now: Millis;
}

function RecordView({ bin, reading, record, now, ...choice }: RecordViewProps) {
  const { t } = useTranslation();
  const cables = useMemo(() => toSensorCables(bin, reading), [bin, reading]);
  const selection = useSelection(cables);
  const deferredSelection = useDeferredValue(selection.selected);
  // On a phone, the facts are below the picture, whose first frame does not wait for them.
  const showsFacts = useDeferredValue(true, false);
  const canSetStatus = useCan('sensor-status.write');
  // Loaded when idle, so that a tap on a sensor shows its details immediately.
  useEffect(() => loadWhenIdle(loadSensorDialogs), []);
  const { isLatest, stepError } = record;
  const outdoorAir = useMemo(
    () => findOutdoorAir(bin, reading, isLatest),
    [bin, reading, isLatest],
  );
  const findings = useMemo(
    () => findRecordFindings({ bin, reading, isLatest, now }),
    [bin, reading, isLatest, now],
  );
  const { requestChange } = selection;
  const { step, onStep, onCompare } = choice;
  const nav = useMemo(
    () => <RecordNav record={record} reading={reading} showsSeconds={bin.usualIntervalS < 60} />,
    [record, reading, bin.usualIntervalS],
  );
  const menu = useMemo(
    () => (
      <>
        <RecordStepSelect step={step} onStep={onStep} />
        <CompareMenu at={reading.at} onCompare={onCompare} />
        <AllSensorsMenu onChoose={(status) => requestChange(selectAllSensors(cables, status))} />
      </>
    ),
    [step, onStep, reading.at, onCompare, requestChange, cables],
  );
  return (
    <div className={classes['results']} data-many={cables.length > MANY_CABLES}>
      <RecordBanners
        bin={bin}
        reading={reading}
        findings={findings}
        now={now}
        isLatest={isLatest}
        stepError={stepError}
      />
      <div className={classes['picture']}>
        <PictureCard
          bin={bin}
          reading={reading}
          cables={cables}
          isLatest={isLatest}
          outdoorAir={outdoorAir}
          selectedCell={selection.selected}
          page={selection.page}
          onPage={selection.showPage}
          onSelect={selection.select}
          onMenu={(cell) => canSetStatus && requestChange(selectSensorAndAbove(cables, cell))}
          nav={nav}
          menu={menu}
        />
        <ZoneNote farmZone={bin.farm.timezone} />
      </div>
      {showsFacts && (
        <RecordFacts
          bin={bin}
          reading={reading}
          isLatest={isLatest}
          findings={findings}
          now={now}
          cables={cables}
          outdoorAir={outdoorAir}
        >
          {choice.compare !== null && (
            <Suspense fallback={<LoadingBlocks count={1} height={600} />}>
              <ComparedRecord
                bin={bin}
                at={choice.compare}
                selection={selection}
                onClose={() => onCompare(null)}
              />
            </Suspense>
          )}
        </RecordFacts>
      )}
      <RecordDialogs
        bin={bin}
        reading={reading}
        cables={cables}
        selected={deferredSelection}
        pendingChange={selection.pendingChange}
        actions={selection.actions}
      />
      <div role="status" className={classes['done']}>
        {selection.isChangeSaved && <Notice state="ok" title={t('sensor.updated')} />}
      </div>
    </div>
  );
}

interface CompareMenuProps {
  /** The time of the shown record. */
  readonly at: Millis;
  readonly onCompare: (at: Millis) => void;
}

/** Chooses an earlier record to compare the shown one with. */
function CompareMenu(props: CompareMenuProps) {
  const { t } = useTranslation();
  return (
    <LazyMenu target={<Button variant="default">{t('records.compareWith')}</Button>}>
      {(menu) => <EarlierMenu {...props} {...menu} />}
    </LazyMenu>
  );
}

/**
 * Names the browser's time zone, which this page uses for times, unless the farm has the same one: the fan,
 * the chart and the report use the farm's time zone, and name it.
 */
function ZoneNote({ farmZone }: { readonly farmZone: string }) {
  const { t } = useTranslation();
  const zone = getBrowserTimeZone();
  if (zone === farmZone) return null;
  return <p className={classes['zone']}>{t('records.timesIn', { zone })}</p>;
}

interface ShownRecord {
  readonly bin: Bin;
  readonly reading: Reading;
  readonly isLatest: boolean;
  readonly findings: readonly Finding[];
  readonly now: Millis;
}

/**
 * The findings of a record. An older record is assessed as of the time it was taken, so that it is not
 * reported as missing data because of its age.
 */
function findRecordFindings({ bin, reading, isLatest, now }: Omit<ShownRecord, 'findings'>) {
  return isLatest
    ? detectBinFindings(bin, reading, now)
    : detectBinFindings({ ...bin, boardProblems: null, alerts: [] }, reading, reading.at);
}

interface RecordDialogsProps extends Pick<ShownRecord, 'bin' | 'reading'> {
  readonly cables: readonly SensorCable[];
  readonly selected: CellAddress | null;
  readonly pendingChange: SensorSelection | null;
  readonly actions: Selection['actions'];
}

// Memoized, like the parts below: choosing a sensor must not render them again.
/** The details of the selected sensor, and the confirmation of a status change for several sensors. */
const RecordDialogs = memo(function RecordDialogs(props: RecordDialogsProps) {
  const { bin, reading, cables, selected, pendingChange, actions } = props;
  const canSetStatus = useCan('sensor-status.write');
  return (
    <LoadWhenOpen isOpen={selected !== null || pendingChange !== null}>
      {(isOpen) => (
        <SensorDialogs
          panel={{
            bin,
            reading,
            cables,
            address: isOpen ? selected : null,
            onMove: actions.select,
            onClose: actions.clear,
            ...(canSetStatus && {
              onSetAllAbove: (cell: CellAddress) =>
                actions.requestChange(selectSensorAndAbove(cables, cell)),
            }),
          }}
          dialog={{
            binId: bin.id,
            sensors: isOpen ? pendingChange : null,
            onClose: () => actions.requestChange(null),
            onDone: actions.finishChange,
          }}
        />
      )}
    </LoadWhenOpen>
  );
});

/** The findings of a record, and the error if another record could not be shown. */
const RecordBanners = memo(function RecordBanners({
  stepError,
  ...record
}: ShownRecord & { readonly stepError: unknown }) {
  const { bin, isLatest } = record;
  return (
    <div className={classes['banners']}>
      {/* How long the bin has been hot is known only for the newest reading. */}
      <BinBanners {...record} hotSince={isLatest ? bin.hotSince : null} />
      {stepError !== null && <ErrorState error={stepError} />}
    </div>
  );
});

interface RecordFactsProps extends ShownRecord {
  readonly cables: readonly SensorCable[];
  readonly outdoorAir: OutdoorAir | null;
  /** The record that this one is compared with. */
  readonly children: ReactNode;
}

/** The alerts, values and insights of a record. */
const RecordFacts = memo(function RecordFacts(props: RecordFactsProps) {
  const { bin, reading, isLatest, findings, now, cables, outdoorAir, children } = props;
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <div className={classes['facts']}>
      {isLatest && <BinAlerts binId={bin.id} />}
      {children}
      <InfoCardGrid cards={buildInfoCards(bin, reading, outdoorAir, { t, format })} />
      {isLatest && <RequestReading binId={bin.id} />}
      <InsightList rows={buildInsightRows(bin, reading, outdoorAir, findings, { t, format })} />
      {isLatest && <GrainRisks bin={bin} cables={cables} findings={findings} now={now} />}
    </div>
  );
});

/** Shows at the bottom right that there are no more records. */
export function EndOfRecords({ isShown }: { readonly isShown: boolean }) {
  const { t } = useTranslation();
  return (
    <div role="status" className={classes['end']}>
      {isShown && <p className={classes['endText']}>{t('records.end')}</p>}
    </div>
  );
}
