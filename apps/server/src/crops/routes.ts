import * as contract from '@granary/contract/crops/http';
import type { FastifyInstance } from 'fastify';
import type { RoutePorts } from '../access/guard.ts';
import { toChangedBy } from '../access/signed-in.ts';
import type { MessageKey } from '../locales/messages.ts';
import { formatReply } from '../platform/http/error-message.ts';
import { ApiError, fieldError } from '../platform/http/error-response.ts';
import { formatNameList, NAME_QUERY_LIMIT } from '../platform/http/name-list.ts';
import { serve } from '../platform/http/serve.ts';
import { addCrop, deleteCrop, listCrops } from './change-crops.ts';
import { type ChartProblem, parseChart } from './parse-chart.ts';

/** Lists, adds and deletes the crops that bins can contain. */
export function cropRoutes(app: FastifyInstance, { db, guard, now }: RoutePorts): void {
  serve(app, guard, contract.getCrops, () => listCrops(db));

  serve(
    app,
    guard,
    contract.addCrop,
    async ({ actor, body: { name, chartData, replaces }, request }) => {
      const chart = parseChart(chartData);
      if ('reason' in chart) throw toApiError(chart);
      const crop = { name, replaces, table: chart.table };
      const outcome = await addCrop(db, crop, toChangedBy(actor, request, now()));
      if (!('listedCropName' in outcome)) return outcome;
      const values = { crop: outcome.listedCropName };
      throw fieldError('CONFLICT', 'crop_name', 'cropListed', values);
    },
  );

  serve(app, guard, contract.deleteCrop, async ({ actor, body, request }) => {
    const changedBy = toChangedBy(actor, request, now());
    const outcome = await deleteCrop(db, body.id, NAME_QUERY_LIMIT, changedBy);
    switch (outcome.kind) {
      case 'deleted':
        return formatReply(request, 'cropDeleted');
      case 'gone':
        throw new ApiError('NOT_FOUND', 'notFound');
      case 'in-use': {
        const values = { crop: outcome.crop, bins: formatNameList(outcome.bins) };
        throw new ApiError('CONFLICT', 'cropInUse', { values });
      }
    }
  });
}

const chartProblemKeys: Readonly<Record<ChartProblem['reason'], MessageKey>> = {
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
  'table-temperatures-not-rising': 'chartTemperaturesNotRising',
  'table-humidities-not-rising': 'chartHumiditiesNotRising',
  'table-moisture-falls': 'chartMoistureFalls',
};

function toApiError({ reason, row, column }: ChartProblem): ApiError {
  const messageKey = chartProblemKeys[reason];
  const values = { row, column };
  return fieldError('INVALID_INPUT', 'chart_data', messageKey, values);
}
