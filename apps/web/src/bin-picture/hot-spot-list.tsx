import classes from './bin-picture.module.css';
import { cellKey } from './geometry.ts';
import type { HotSpot, PictureWords } from './model.ts';

interface HotSpotListProps {
  readonly spots: readonly HotSpot[];
  readonly words: PictureWords;
  /** The rings in the picture carry numbers in place of words. */
  readonly isNumbered: boolean;
}

/** What the rings in the picture mean, in words, also of those on its other pages. */
export function HotSpotList({ spots, words, isNumbered }: HotSpotListProps) {
  return (
    <ol className={classes['spots']} data-numbered={isNumbered}>
      {spots.map((spot) => (
        <li key={cellKey(spot.hottest)}>
          <strong>{words.hotSpot(spot).title}</strong> {words.hotSpotSentence(spot)}
        </li>
      ))}
    </ol>
  );
}
