;; Dot products of one vector with many, all of signed bytes. The source of the bytes in dot-products.ts.
(module
  (memory (export "memory") 1)
  ;; $query, $rows: addresses; $blocks: length of a vector in blocks of 16 bytes; $end: address after the last row;
  ;; $out: address of the results, 4 bytes for each row.
  (func (export "multiply") (param $query i32) (param $rows i32) (param $blocks i32) (param $end i32) (param $out i32)
    (local $sum v128) (local $row v128) (local $at i32) (local $from i32) (local $until i32) (local $other v128)
    (local.set $from (local.get $rows))
    (local.set $until (i32.add (local.get $query) (i32.shl (local.get $blocks) (i32.const 4))))
    (block $done
      (loop $each_row
        (br_if $done (i32.ge_u (local.get $from) (local.get $end)))
        (local.set $sum (v128.const i32x4 0 0 0 0))
        (local.set $at (local.get $query))
        (loop $each_block
          (local.set $row (v128.load (local.get $from)))
          (local.set $other (v128.load (local.get $at)))
          (local.set $sum
            (i32x4.add
              (local.get $sum)
              (i32x4.add
                (i32x4.dot_i16x8_s
                  (i16x8.extend_low_i8x16_s (local.get $row))
                  (i16x8.extend_low_i8x16_s (local.get $other)))
                (i32x4.dot_i16x8_s
                  (i16x8.extend_high_i8x16_s (local.get $row))
                  (i16x8.extend_high_i8x16_s (local.get $other))))))
          (local.set $from (i32.add (local.get $from) (i32.const 16)))
          (local.set $at (i32.add (local.get $at) (i32.const 16)))
          (br_if $each_block (i32.lt_u (local.get $at) (local.get $until))))
        (i32.store
          (local.get $out)
          (i32.add
            (i32.add (i32x4.extract_lane 0 (local.get $sum)) (i32x4.extract_lane 1 (local.get $sum)))
            (i32.add (i32x4.extract_lane 2 (local.get $sum)) (i32x4.extract_lane 3 (local.get $sum)))))
        (local.set $out (i32.add (local.get $out) (i32.const 4)))
        (br $each_row)))))
