import fc from 'fast-check';
import { expect, test } from 'vitest';
import { deriveInsights, type InsightInputs } from './insights.ts';

const noInputs: InsightInputs = {
  hottest: null,
  averageTemperature: null,
  averageHumidity: null,
  ambientTemperature: null,
  ambientHumidity: null,
  crop: null,
};

test('there is no insight without values', () => {
  expect(deriveInsights(noInputs)).toEqual({ temperature: null, humidity: null, ambient: null });
  expect(deriveInsights({ ...noInputs, ambientTemperature: 20 }).ambient).toBeNull();
  expect(
    deriveInsights({ ...noInputs, ambientTemperature: 20, ambientHumidity: 0 }).ambient,
  ).toBeNull();
});

test.each([
  [20.01, 'high-risk', 20],
  [20, 'warming', 15],
  [15.01, 'warming', 15],
  [15, 'safe', 10],
  [10.01, 'safe', 10],
  [10, 'monitor', 10],
  [-20, 'monitor', 10],
])('a bin whose hottest sensor is at %d °C is %s (threshold %d)', (hottest, assessment, limit) => {
  expect(deriveInsights({ ...noInputs, hottest }).temperature).toEqual({
    assessment,
    value: hottest,
    limit,
  });
});

test.each([
  [3.99, 'watch'],
  [4, 'high'],
  [null, 'high'],
])('a humidity of 90 %% in grain at %s °C is %s', (averageTemperature, assessment) => {
  const inputs = { ...noInputs, averageTemperature, averageHumidity: 90 };
  expect(deriveInsights(inputs).humidity?.assessment).toBe(assessment);
});

test.each([
  ['Wheat', 60, 'good', 60, 70],
  ['Wheat', 60.01, 'watch', 60, 70],
  ['Wheat', 70, 'watch', 60, 70],
  ['Wheat', 70.01, 'high', 60, 70],
  ['Canola', 50, 'good', 50, 60],
  ['Canola', 50.01, 'watch', 50, 60],
  ['Canola', 60, 'watch', 50, 60],
  ['Canola', 60.01, 'high', 50, 60],
  ['Sunflower Seeds', 50.01, 'watch', 50, 60],
  ['Sunflower Hulls', 50.01, 'watch', 50, 60],
  ['Sunflower Kernels', 50.01, 'watch', 50, 60],
  ['Flax', 50.01, 'watch', 50, 60],
  ['Soybeans', 50.01, 'good', 60, 70],
  [null, 65, 'watch', 60, 70],
])(
  '%s at %d %% humidity is %s (limits %d and %d)',
  (crop, value, assessment, watchAbove, highAbove) => {
    expect(deriveInsights({ ...noInputs, crop, averageHumidity: value }).humidity).toEqual({
      assessment,
      value,
      watchAbove,
      highAbove,
    });
  },
);

test.each([
  [25, 45, 'dry', 10],
  [25, 60, 'fair', 5],
  [25, 90, 'damp', 0],
  [25, 100, 'check-sensor', 0],
  [-15, 100, 'check-sensor', 0],
])('outdoor air at %d °C and %d %% is %s (threshold %d)', (t, rh, assessment, limit) => {
  const { ambient } = deriveInsights({ ...noInputs, ambientTemperature: t, ambientHumidity: rh });
  expect(ambient).toMatchObject({ assessment, limit });
  expect(ambient?.spread).toBeCloseTo(t - (ambient?.dewPoint ?? 0), 2);
});

/** The humidity, %, at which the dew point is `spread` degrees below a temperature. */
function humidityAt(temperature: number, spread: number): number {
  const exponent = (celsius: number) => (17.27 * celsius) / (237.7 + celsius);
  return 100 * Math.exp(exponent(temperature - spread) - exponent(temperature));
}

test.each([
  [10.01, 'dry'],
  [10, 'fair'],
  [5.01, 'fair'],
  [5, 'damp'],
  [0.01, 'damp'],
  [0, 'check-sensor'],
])('a spread of %d K is %s at any temperature', (spread, assessment) => {
  fc.assert(
    fc.property(fc.integer({ min: -30, max: 45 }), (ambientTemperature) => {
      const ambientHumidity = humidityAt(ambientTemperature, spread);
      const { ambient } = deriveInsights({ ...noInputs, ambientTemperature, ambientHumidity });
      expect(ambient?.assessment).toBe(assessment);
      expect(ambient?.spread).toBeCloseTo(spread, 10);
    }),
  );
});
