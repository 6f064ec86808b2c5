import { ScrollArea } from '@mantine/core';
import { useId, useState } from 'react';
import { PageButtons } from '../../../../components/page-buttons.tsx';
import classes from './chart.module.css';

const ROWS_PER_PAGE = 50;

export interface ChartTableProps {
  readonly caption: string;
  readonly headings: readonly string[];
  readonly count: number;
  /** Returns a record's cells, starting with its time; index 0 is the oldest record. */
  readonly getRow: (index: number) => readonly string[];
}

/** The chart's records as a paginated table, newest first. */
export function ChartTable({ caption, headings: columnHeadings, count, getRow }: ChartTableProps) {
  const [page, setPage] = useState(1);
  const captionId = useId();
  const pageCount = Math.max(1, Math.ceil(count / ROWS_PER_PAGE));
  const currentPage = Math.min(page, pageCount);
  const from = (currentPage - 1) * ROWS_PER_PAGE;
  const indices = Array.from(
    { length: Math.min(ROWS_PER_PAGE, count - from) },
    (_, n) => count - 1 - from - n,
  );
  return (
    <div className={classes['tableBox']}>
      {/* Outside the scroll area, because a caption is as wide as its table. */}
      <p className={classes['caption']} id={captionId}>
        {caption}
      </p>
      <ScrollArea
        type="auto"
        // Focusable, so that a wide table scrolls with the keyboard.
        viewportProps={{ tabIndex: 0, role: 'region', 'aria-labelledby': captionId }}
      >
        <table className={classes['table']} aria-labelledby={captionId}>
          <thead>
            <tr>
              {columnHeadings.map((heading) => (
                <th key={heading} scope="col">
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {indices.map((index) => {
              const [time, ...values] = getRow(index);
              return (
                <tr key={index}>
                  <th scope="row">{time}</th>
                  {values.map((value, column) => (
                    // Columns keep their order, so the index is a stable key.
                    <td key={column}>{value}</td>
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
      </ScrollArea>
      <PageButtons page={currentPage} pageCount={pageCount} onPageChange={setPage} />
    </div>
  );
}
