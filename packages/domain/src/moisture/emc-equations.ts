/**
 * The four isotherm equations of ASABE D245 that relate the moisture M of grain (% dry basis) to
 * the relative humidity RH (a fraction) of the air between its kernels at a temperature T (°C).
 * The letters are the standard's:
 *
 * - modified Henderson: RH = 1 - exp(-K (T + C) M^N)
 * - modified Chung-Pfost: RH = exp(-A / (T + C) exp(-B M))
 * - modified Halsey: RH = exp(-exp(A + B T) M^-C)
 * - modified Oswin: RH = 1 / (((A + B T) / M)^C + 1)
 */
export type EmcEquation =
  | {
      readonly model: 'henderson';
      readonly k: number;
      readonly n: number;
      readonly c: number;
    }
  | {
      readonly model: 'chung-pfost' | 'halsey' | 'oswin';
      readonly a: number;
      readonly b: number;
      readonly c: number;
    };

/**
 * Equilibrium moisture content, % dry basis, of grain in air of `humidityFraction` (above 0, below
 * 1) at `temperatureC`. The plain equation; `calculateMoisture` limits it to the range it fits.
 */
export function calculateEmc(
  equation: EmcEquation,
  temperatureC: number,
  humidityFraction: number,
): number {
  const t = temperatureC;
  const rh = humidityFraction;
  switch (equation.model) {
    case 'henderson':
      return (-Math.log1p(-rh) / (equation.k * (t + equation.c))) ** (1 / equation.n);
    case 'chung-pfost':
      return -Math.log((-(t + equation.c) * Math.log(rh)) / equation.a) / equation.b;
    case 'halsey':
      return (-Math.exp(equation.a + equation.b * t) / Math.log(rh)) ** (1 / equation.c);
    case 'oswin':
      return (equation.a + equation.b * t) * (rh / (1 - rh)) ** (1 / equation.c);
  }
}

/**
 * Equilibrium relative humidity, a fraction, of the air between kernels of `moistureDryBasis` %
 * (above 0) at `temperatureC`: the inverse of `calculateEmc`.
 */
export function calculateErh(
  equation: EmcEquation,
  temperatureC: number,
  moistureDryBasis: number,
): number {
  const t = temperatureC;
  const m = moistureDryBasis;
  switch (equation.model) {
    case 'henderson':
      return -Math.expm1(-equation.k * (t + equation.c) * m ** equation.n);
    case 'chung-pfost':
      return Math.exp((-equation.a / (t + equation.c)) * Math.exp(-equation.b * m));
    case 'halsey':
      return Math.exp(-Math.exp(equation.a + equation.b * t) * m ** -equation.c);
    case 'oswin':
      return 1 / (((equation.a + equation.b * t) / m) ** equation.c + 1);
  }
}

/** Converts moisture from % of the dry matter (dry basis) to % of the whole (wet basis). */
export function toWetBasis(moistureDryBasis: number): number {
  return (100 * moistureDryBasis) / (100 + moistureDryBasis);
}

/** Converts moisture from % of the whole (wet basis), below 100, to % of the dry matter (dry basis). */
export function toDryBasis(moistureWetBasis: number): number {
  return (100 * moistureWetBasis) / (100 - moistureWetBasis);
}
