import type { EmcEquation } from './emc-equations.ts';

/** The grains that have published constants. */
export type GrainKey =
  | 'wheat-hard'
  | 'wheat-hard-red-spring'
  | 'wheat-soft'
  | 'wheat-durum'
  | 'barley'
  | 'oats'
  | 'corn'
  | 'soybean'
  | 'canola'
  | 'flax'
  | 'lentil-red'
  | 'bean-edible'
  | 'rice-rough-long'
  | 'rice-rough'
  | 'sorghum';

/**
 * How reliable a constant set is: it reproduces published table values, it is in public code that cites the
 * standard but has not been checked against published values, or it is from memory only.
 */
export type ConstantStatus = 'verified' | 'found in public code' | 'from memory';

/** The constants of one equation for one grain, their source, and how reliable they are. */
export type ConstantSet = EmcEquation & {
  readonly id: string;
  readonly grain: GrainKey;
  readonly status: ConstantStatus;
  /** Whether it is the grain's default set. */
  readonly isDefault: boolean;
  readonly source: string;
  /** The range of temperatures, °C, that the constants were fitted to, if the source gives it. */
  readonly fittedRangeC?: { readonly min: number; readonly max: number };
};

/**
 * All constant sets. Published sets for barley, durum and spring wheat differ by one to two points
 * of moisture, so the set in use is always shown with its source.
 */
export const constantSets: readonly ConstantSet[] = [
  {
    id: 'wheat-hard-henderson',
    grain: 'wheat-hard',
    model: 'henderson',
    k: 2.3007e-5,
    n: 2.2857,
    c: 55.815,
    status: 'verified',
    isDefault: true,
    source:
      'ASAE D245 as in the University of Arkansas calculator; reproduces PAMI 10 °C, 60 % = 14.2 and NDSU 70 °F, 60 % = 13.3',
  },
  {
    id: 'wheat-hard-red-spring-henderson',
    grain: 'wheat-hard-red-spring',
    model: 'henderson',
    k: 4.3295e-5,
    n: 2.1119,
    c: 41.565,
    status: 'found in public code',
    isDefault: false,
    source: 'ASAE D245.5; 0.5 point above PAMI at 10 °C, 60 %',
  },
  {
    id: 'wheat-hard-red-spring-chung-pfost',
    grain: 'wheat-hard-red-spring',
    model: 'chung-pfost',
    a: 610.34,
    b: 0.15526,
    c: 93.213,
    status: 'found in public code',
    isDefault: false,
    source: 'Storage of Cereal Grains and Their Products, 5th ed., p. 272',
  },
  {
    id: 'wheat-soft-henderson',
    grain: 'wheat-soft',
    model: 'henderson',
    k: 1.2299e-5,
    n: 2.5558,
    c: 64.346,
    status: 'verified',
    isDefault: true,
    source: 'ASAE D245; reproduces soft red winter 90 °F, 50 % = 10.8',
  },
  {
    id: 'wheat-durum-oswin',
    grain: 'wheat-durum',
    model: 'oswin',
    a: 13.101,
    b: -0.052626,
    c: 2.9987,
    status: 'found in public code',
    isDefault: true,
    source: 'ASAE D245.5, durum (Wakooma); PAMI uses the Oswin equation for durum',
  },
  {
    id: 'wheat-durum-henderson',
    grain: 'wheat-durum',
    model: 'henderson',
    k: 2.5738e-5,
    n: 2.211,
    c: 70.318,
    status: 'from memory',
    isDefault: false,
    source: 'ASAE D245; 0.6 to 1.0 point above the Oswin set',
  },
  {
    id: 'barley-henderson',
    grain: 'barley',
    model: 'henderson',
    k: 2.2919e-5,
    n: 2.0123,
    c: 195.267,
    status: 'verified',
    isDefault: true,
    source:
      'ASAE D245 as in the University of Arkansas calculator; reproduces NDSU 70 °F, 60 % = 11.8',
  },
  {
    id: 'barley-chung-pfost',
    grain: 'barley',
    model: 'chung-pfost',
    a: 475.12,
    b: 0.14843,
    c: 71.996,
    status: 'found in public code',
    isDefault: false,
    source: 'ASAE D245.5; 1.6 to 2 points above the Henderson set',
  },
  {
    id: 'oats-chung-pfost',
    grain: 'oats',
    model: 'chung-pfost',
    a: 442.85,
    b: 0.21228,
    c: 35.803,
    status: 'found in public code',
    isDefault: true,
    source: 'ASAE D245.5',
    fittedRangeC: { min: 25, max: 65 },
  },
  {
    id: 'corn-henderson',
    grain: 'corn',
    model: 'henderson',
    k: 8.6541e-5,
    n: 1.8634,
    c: 49.81,
    status: 'verified',
    isDefault: true,
    source:
      'ASABE D245.6, yellow dent; reproduces all 126 cells of the AirStream table within 0.05',
  },
  {
    id: 'corn-chung-pfost',
    grain: 'corn',
    model: 'chung-pfost',
    a: 374.34,
    b: 0.18662,
    c: 31.696,
    status: 'verified',
    isDefault: false,
    source: 'ASAE D245.5; reproduces 60 °F, 80 % = 16.06',
  },
  {
    id: 'corn-oswin',
    grain: 'corn',
    model: 'oswin',
    a: 15.303,
    b: -0.10184,
    c: 3.0358,
    status: 'found in public code',
    isDefault: false,
    source: 'ASAE D245.5',
  },
  {
    id: 'soybean-halsey',
    grain: 'soybean',
    model: 'halsey',
    a: 2.87,
    b: -0.0054,
    c: 1.38,
    status: 'verified',
    isDefault: true,
    source: 'ASAE D245.5, Essex; reproduces UKY 70 °F, 50 % = 8.8',
  },
  {
    id: 'soybean-henderson',
    grain: 'soybean',
    model: 'henderson',
    k: 30.5327e-5,
    n: 1.2164,
    c: 134.136,
    status: 'verified',
    isDefault: false,
    source: 'ASAE D245; reproduces NDSU 70 °F, 60 % = 10.2',
  },
  {
    id: 'canola-henderson',
    grain: 'canola',
    model: 'henderson',
    k: 5.056e-4,
    n: 1.5702,
    c: 40.1204,
    status: 'verified',
    isDefault: true,
    source:
      'Reproduces the 110 cells of the BASF canola table within 0.09, NDSU 70 °F, 60 % = 8.0 and the Canola Council',
  },
  {
    id: 'flax-henderson',
    grain: 'flax',
    model: 'henderson',
    k: 1.76e-4,
    n: 1.9054,
    c: 56.228,
    status: 'verified',
    isDefault: true,
    source: 'ASAE D245.5, flaxseed (Linott); reproduces NDSU 70 °F, 60 % = 8.3',
  },
  {
    id: 'lentil-red-halsey',
    grain: 'lentil-red',
    model: 'halsey',
    a: 5.39,
    b: -0.015,
    c: 2.273,
    status: 'found in public code',
    isDefault: true,
    source: 'Cenkowski et al. 2015, Canadian Biosystems Engineering 57 (CDC Robin)',
    fittedRangeC: { min: 5, max: 30 },
  },
  {
    id: 'bean-edible-henderson',
    grain: 'bean-edible',
    model: 'henderson',
    k: 2.0899e-5,
    n: 1.8812,
    c: 254.23,
    status: 'found in public code',
    isDefault: true,
    source: 'University of Arkansas',
  },
  {
    id: 'rice-rough-long-henderson',
    grain: 'rice-rough-long',
    model: 'henderson',
    k: 4.1276e-5,
    n: 2.1191,
    c: 49.828,
    status: 'found in public code',
    isDefault: true,
    source: 'ASABE D245.6, long-grain rough rice, as reproduced by Zhong 2015',
  },
  {
    id: 'rice-rough-henderson',
    grain: 'rice-rough',
    model: 'henderson',
    k: 1.9187e-5,
    n: 2.4451,
    c: 51.161,
    status: 'found in public code',
    isDefault: false,
    source: 'ASAE D245, rough rice',
  },
  {
    id: 'sorghum-henderson',
    grain: 'sorghum',
    model: 'henderson',
    k: 0.8532e-5,
    n: 2.4757,
    c: 113.725,
    status: 'from memory',
    isDefault: true,
    source: 'ASAE D245',
  },
];
