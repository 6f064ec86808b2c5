/**
 * The heights of rows that were not drawn yet, px: each stands to its estimate as those that were
 * measured stand to theirs. A list's end is then where its scroll bar says, whatever the language,
 * the width and the size of letters make of a row.
 */
export class RowHeights {
  readonly #measured = new Map<number, { readonly height: number; readonly estimate: number }>();
  #height = 0;
  #estimate = 0;

  /** Takes the height of a row that is shown; where it was measured before, instead of that. */
  measured(index: number, height: number, estimate: number): void {
    if (height === 0) return;
    const before = this.#measured.get(index);
    this.#measured.set(index, { height, estimate });
    this.#height += height - (before?.height ?? 0);
    this.#estimate += estimate - (before?.estimate ?? 0);
  }

  /** How high a row of this estimate is likely to be. */
  likely(estimate: number): number {
    return this.#estimate > 0 ? (estimate * this.#height) / this.#estimate : estimate;
  }
}
