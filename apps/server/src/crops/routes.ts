import {
  addCrop as addCropRoute,
  deleteCrop as deleteCropRoute,
  getCrops,
} from '@granary/contract/crops/http';
import type { Millis } from '@granary/domain/units';
import type { FastifyInstance } from 'fastify';
import type { Caller } from '../access/guard.ts';
import { changedBy } from '../access/signed-in.ts';
import type { SentenceKey } from '../locales/sentences.ts';
import { firstNamed } from '../platform/http/first-named.ts';
import { RefusalError } from '../platform/http/refusal.ts';
import { languageOf, say } from '../platform/http/sentence.ts';
import { type Guard, serve } from '../platform/http/serve.ts';
import { addCrop, type CropPorts, deleteCrop, listCrops } from './change.ts';
import { type ChartProblem, readChart } from './csv.ts';

export interface CropRoutePorts extends CropPorts {
  readonly guard: Guard<Caller>;
  now(): Millis;
}

/** Crops, which everybody's bins hold and admins add. */
export function cropRoutes(app: FastifyInstance, { guard, now, ...ports }: CropRoutePorts): void {
  serve(app, guard, getCrops, () => listCrops(ports));

  serve(
    app,
    guard,
    addCropRoute,
    async ({ actor, body: { name, chartData, replaces }, request }) => {
      const chart = readChart(chartData);
      if ('reason' in chart) throw refusalOf(chart);
      const wanted = { name, replaces, table: chart.table };
      const added = await addCrop(ports, wanted, changedBy(actor, request, now()));
      if (!('listed' in added)) return added;
      const values = { crop: added.listed };
      throw new RefusalError('CONFLICT', 'cropListed', {
        values,
        fields: [{ path: 'crop_name', sentence: 'cropListed', values }],
      });
    },
  );

  serve(app, guard, deleteCropRoute, async ({ actor, body, request }) => {
    const outcome = await deleteCrop(ports, body.id, changedBy(actor, request, now()));
    switch (outcome.kind) {
      case 'deleted':
        return say(languageOf(request.headers['accept-language']), 'cropDeleted');
      case 'gone':
        throw new RefusalError('NOT_FOUND', 'notFound');
      case 'held': {
        const values = { crop: outcome.crop, bins: firstNamed(outcome.bins) };
        throw new RefusalError('CONFLICT', 'cropInUse', { values });
      }
    }
  });
}

const sentenceOfProblem: Readonly<Record<ChartProblem['reason'], SentenceKey>> = {
  'file-empty': 'chartEmpty',
  'file-too-large': 'chartTooLarge',
  'file-too-many-rows': 'chartTooManyRows',
  'file-unclosed-quote': 'chartUnclosedQuote',
  'file-unreadable': 'chartUnreadable',
  'table-too-small': 'chartTooSmall',
  'table-too-large': 'chartTooWide',
  'table-row-length': 'chartRowLength',
  'table-not-a-number': 'chartNotANumber',
  'table-temperature-out-of-range': 'chartTemperature',
  'table-humidity-out-of-range': 'chartHumidity',
  'table-humidity-as-fraction': 'chartHumidityFraction',
  'table-moisture-out-of-range': 'chartMoisture',
  'table-temperatures-not-rising': 'chartTemperaturesRising',
  'table-humidities-not-rising': 'chartHumiditiesRising',
  'table-moisture-falls': 'chartMoistureFalls',
};

function refusalOf({ reason, row, column }: ChartProblem): RefusalError {
  const sentence = sentenceOfProblem[reason];
  const values = { row, column };
  return new RefusalError('INVALID_INPUT', sentence, {
    values,
    fields: [{ path: 'chart_data', sentence, values }],
  });
}
