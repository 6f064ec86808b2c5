import classes from './bin-picture.module.css';
import { cellKey } from './geometry.ts';
import type { HotSpot, PictureWords } from './model.ts';

interface HotSpotListProps {
  readonly spots: readonly HotSpot[];
  readonly words: PictureWords;
}

/** The words of hot spots that are too many for the gutter, by their numbers in the picture. */
export function HotSpotList({ spots, words }: HotSpotListProps) {
  return (
    <ol className={classes['spots']}>
      {spots.map((spot) => {
        const { title, long } = words.hotSpot(spot);
        return (
          <li key={cellKey(spot.hottest)}>
            <strong>{title}</strong> {long}
          </li>
        );
      })}
    </ol>
  );
}
