// SPDX-License-Identifier: MIT
// Japanese sentences of the rules in src/base/rules/, by code. Loaded when the page is in Japanese. A
// test compares the codes with those lists.
export default {
  // container.def
  GLB_INVALID_MAGIC: 'GLB でも glTF テキストでもありません。.vrm、.glb、.gltf、.vrma のファイルを選んでください。',
  GLB_INVALID_VERSION: 'GLB のバージョンが 2 ではありません。新しいソフトで書き出し直してください。',
  GLB_LENGTH_TOO_SMALL: 'GLB ヘッダーの長さが小さすぎて、チャンクが入りません。ファイルが壊れています。',
  GLB_LENGTH_MISMATCH: 'ファイルの長さが GLB ヘッダーと一致しません。途中で切れているか、壊れています。',
  GLB_UNEXPECTED_END_OF_HEADER: '12 バイトの GLB ヘッダーの途中でファイルが終わっています。途中で切れています。',
  GLB_UNEXPECTED_END_OF_CHUNK_HEADER: 'チャンクのヘッダーの途中でファイルが終わっています。途中で切れています。',
  GLB_UNEXPECTED_END_OF_CHUNK_DATA: 'チャンクのデータの途中でファイルが終わっています。途中で切れています。',
  GLB_CHUNK_LENGTH_UNALIGNED: 'チャンクの長さが 4 の倍数ではありません。JSON は空白、BIN は 0 で埋めてください。',
  GLB_CHUNK_TOO_BIG: 'チャンクが GLB ヘッダーの長さを超えています。ファイルが壊れています。',
  GLB_EMPTY_CHUNK: 'JSON チャンクが空です。ファイルが壊れています。書き出し直してください。',
  GLB_EMPTY_BIN_CHUNK: '空の BIN チャンクは省いてください。',
  GLB_DUPLICATE_CHUNK: 'JSON または BIN チャンクが 2 つあります。最初のものだけが読まれます。',
  GLB_UNEXPECTED_FIRST_CHUNK:
    '最初のチャンクは JSON でなければなりません。ファイルが壊れています。書き出し直してください。',
  GLB_UNEXPECTED_BIN_CHUNK: 'BIN チャンクは 2 番目でなければなりません。書き出し直してください。',
  GLB_UNKNOWN_CHUNK_TYPE: '種類の分からないチャンクがあります。残しますが、読みません。',
  GLB_EXTRA_DATA: 'GLB の終わりの後にデータがあります。残しますが、読みません。',
  // json.def
  INVALID_JSON: 'JSON に文法の誤りがあります。書き出し直すか、テキストを直してください。',
  DUPLICATE_KEY:
    '同じキーが 2 回以上あります。ここと多くのソフトでは最後のもの、他では最初のものが使われます。正しいものだけを残してください。',
  UNPAIRED_SURROGATE: '文字列に、文字の半分だけの \\u があります。U+FFFD として読みます。書き直してください。',
  // limits.def
  LIMIT_FILE_BYTES: 'ファイルが上限 file_bytes より大きいです。信頼できるファイルなら上限を上げてください。',
  LIMIT_DECODED_BYTES:
    '展開に必要なメモリが上限 decoded_bytes を超えます。信頼できるファイルなら上限を上げてください。',
  LIMIT_JSON_DEPTH: 'JSON の入れ子が上限 json_depth より深いです。信頼できるファイルなら上限を上げてください。',
  LIMIT_JSON_VALUES: 'JSON の値の数が上限 json_values を超えます。信頼できるファイルなら上限を上げてください。',
  LIMIT_ELEMENTS: '配列の要素数が上限 elements を超えます。信頼できるファイルなら上限を上げてください。',
  LIMIT_MEMORY:
    'このサイズのファイルに許されたメモリ (上限 memory) を超えます。信頼できるファイルなら上限を上げてください。',
  LIMIT_WRITTEN:
    'このサイズのファイルに許された書き込み量 (上限 written) を超えます。信頼できるファイルなら上限を上げてください。',
  LIMIT_WORK:
    '同じデータへの参照が多すぎて、処理量が上限 work を超えます。信頼できるファイルなら上限を上げてください。',
  // gltf.def
  TYPE_MISMATCH: 'JSON の型が違います (数のところに文字列など)。値を直してください。',
  ARRAY_TYPE_MISMATCH: '配列に型の違う要素があります。その要素を直してください。',
  ARRAY_LENGTH_NOT_IN_LIST: '配列の要素数が合いません。必要な数だけ書いてください。',
  DUPLICATE_ELEMENTS: '配列に同じ要素が 2 つあります。2 つ目を削除してください。',
  EMPTY_ENTITY: '配列やオブジェクトを空にはできません。プロパティごと省いてください。',
  INVALID_INDEX: 'インデックスは 0 以上の整数でなければなりません。直してください。',
  INVALID_URI: 'URI を読めません。特殊な文字は %XX と書いてください。',
  ONE_OF_MISMATCH: '互いに排他的なプロパティは、ちょうど 1 つだけ必要です。1 つだけ残してください。',
  PATTERN_MISMATCH: '文字列の形式が違います (バージョンなら 2.0 など)。直してください。',
  UNDEFINED_PROPERTY: '必須のプロパティがありません。追加するか、書き出し直してください。',
  UNEXPECTED_PROPERTY: '仕様にないプロパティです。アプリ独自のデータは extras に入れてください。',
  UNSATISFIED_DEPENDENCY: '一緒に必要なプロパティがありません。追加するか、こちらを削除してください。',
  VALUE_MULTIPLE_OF: '決まった数の倍数でなければなりません。値を直してください。',
  VALUE_NOT_IN_LIST: '仕様の一覧にない値です。一覧から選んでください。',
  VALUE_NOT_IN_RANGE: '数値が範囲の外です。値を直してください。',
  ACCESSOR_MATRIX_ALIGNMENT:
    '行列のデータは 4 バイトの倍数の位置から始まらなければなりません。書き出し直すか、書き出したソフトの開発者に知らせてください。',
  ACCESSOR_NORMALIZED_INVALID:
    '正規化できるのは byte と short のアクセサーだけです。normalized を削除するか、componentType を変えてください。',
  ACCESSOR_OFFSET_ALIGNMENT:
    'byteOffset は数値 1 つのサイズの倍数でなければなりません。書き出し直すか、書き出したソフトの開発者に知らせてください。',
  ACCESSOR_SPARSE_COUNT_OUT_OF_RANGE:
    'スパースアクセサーが、要素数より多くの要素を置き換えています。sparse.count を直してください。',
  ANIMATION_CHANNEL_TARGET_NODE_SKIN:
    'スキンメッシュのノードを動かしても効果はありません。ジョイントを動かしてください。',
  ASSET_MIN_VERSION_GREATER_THAN_VERSION: 'minVersion は version より大きくできません。下げるか、削除してください。',
  BUFFER_DATA_URI_MIME_TYPE_INVALID:
    'バッファーのデータ URI は data:application/octet-stream か data:application/gltf-buffer で始まらなければなりません。直してください。',
  BUFFER_VIEW_INVALID_BYTE_STRIDE: 'byteStride は頂点データのバッファービューだけに使えます。削除してください。',
  BUFFER_VIEW_TOO_BIG_BYTE_STRIDE:
    'byteStride がバッファービュー全体より大きいです。byteStride か byteLength を直してください。',
  CAMERA_XMAG_YMAG_NEGATIVE: 'カメラの xmag と ymag は負にしないでください。正の値を書いてください。',
  CAMERA_XMAG_YMAG_ZERO: 'カメラの xmag と ymag は 0 にできません。視野の半分の幅と高さを書いてください。',
  CAMERA_YFOV_GEQUAL_PI:
    'yfov の単位はラジアンで、π より小さくなければなりません。度から変換するか、小さくしてください。',
  CAMERA_ZFAR_LEQUAL_ZNEAR: 'カメラの zfar は znear より大きくなければなりません。どちらかを直してください。',
  EXTRA_PROPERTY: 'このプロパティはここでは効果がありません。省いてください。',
  INVALID_EXTENSION_NAME_FORMAT: '拡張の名前は EXT_example のように、接頭辞・アンダースコア・名前の形にしてください。',
  INVALID_GL_VALUE: 'min または max が、アクセサーの数値型では表せない値です。直してください。',
  MATERIAL_ALPHA_CUTOFF_INVALID_MODE:
    'alphaCutoff は alphaMode が MASK のときだけ効果があります。MASK にするか、削除してください。',
  MESH_INVALID_WEIGHTS_COUNT: 'メッシュの weights は、モーフターゲットと同じ数だけ必要です。数を合わせてください。',
  MESH_PRIMITIVES_UNEQUAL_TARGETS_COUNT:
    'メッシュのすべてのプリミティブは、モーフターゲットの数が同じでなければなりません。シェイプキーをすべて含めて書き出し直してください。',
  MESH_PRIMITIVE_INDEXED_SEMANTIC_CONTINUITY: 'TEXCOORD_0 のような番号は、0 から抜けなく続けてください。',
  MESH_PRIMITIVE_INVALID_ATTRIBUTE: '仕様にない名前の属性です。独自の名前はアンダースコアで始めてください。',
  MESH_PRIMITIVE_JOINTS_WEIGHTS_MISMATCH:
    'JOINTS 属性ごとに WEIGHTS 属性が 1 つ必要です。スキンを書き出し直してください。',
  MESH_PRIMITIVE_NO_POSITION:
    'POSITION のないプリミティブは描画できません。削除するか、メッシュを書き出し直してください。',
  MESH_PRIMITIVE_TANGENT_WITHOUT_NORMAL: '法線のない接線は使われません。法線も入れてください。',
  MULTIPLE_EXTENSIONS: '同じオブジェクトの別の拡張と一緒には使えません。どちらか一方を残してください。',
  NODE_EMPTY: 'メッシュもカメラも子もなく、ジョイントでもないノードです。削除できます。',
  NODE_MATRIX_DEFAULT: '行列が単位行列です。省いてください。',
  NODE_MATRIX_NON_TRS:
    'ノードの行列は、せん断のない移動・回転・拡大縮小でなければなりません。モデリングソフトで変換を適用してください。',
  NODE_MATRIX_TRS: 'ノードに行列と、移動・回転・拡大縮小の両方があります。どちらか一方を残してください。',
  NODE_SKINNED_MESH_LOCAL_TRANSFORMS: 'このノードの変換はスキンメッシュに効きません。削除してください。',
  NODE_SKINNED_MESH_NON_ROOT:
    'スキンメッシュのノードはシーンのルートに置くのが最良です。親の変換はメッシュに効きません。',
  NODE_SKINNED_MESH_PARENT_TRANSFORMS:
    '親ノードに変換がありますが、スキンメッシュには効きません。このノードをシーンのルートにしてください。',
  NODE_SKIN_NO_SCENE:
    'スキンメッシュのあるシーンに、そのジョイントがありません。ジョイントをシーンに追加してください。',
  NON_OBJECT_EXTRAS: 'extras はオブジェクトにしてください。それ以外を読めないソフトがあります。',
  NON_RELATIVE_URI: 'スキームや絶対パスのある URI は他の環境で開けません。ファイルを glTF の横に置いてください。',
  NON_REQUIRED_EXTENSION: 'この拡張がないと使えないファイルです。extensionsRequired に書いてください。',
  ROTATION_NON_UNIT: '回転は長さ 1 のクォータニオンでなければなりません。正規化してください。',
  SKIN_NO_COMMON_ROOT: 'スキンのジョイントには共通のルートが必要です。1 つのノードの下に置いてください。',
  SKIN_SKELETON_INVALID:
    'スキンの skeleton は、すべてのジョイントの祖先でなければなりません。別のノードを選ぶか、skeleton を省いてください。',
  UNKNOWN_ASSET_MAJOR_VERSION: '別の世代の glTF です。glTF 2.0 で書き出してください。',
  UNKNOWN_ASSET_MINOR_VERSION: 'glTF 2.0 より新しいバージョンです。すべては検証されません。',
  UNUSED_EXTENSION_REQUIRED: 'extensionsRequired にある拡張が extensionsUsed にありません。両方に書いてください。',
  ACCESSOR_SMALL_BYTESTRIDE: 'バッファービューの byteStride がアクセサーの要素より小さいです。直してください。',
  ACCESSOR_TOO_LONG: 'アクセサーがバッファービューの終わりを越えて読みます。ファイルが切れているか、count が誤りです。',
  ACCESSOR_TOTAL_OFFSET_ALIGNMENT:
    'アクセサーのデータは成分のサイズの倍数の位置から始まらなければなりません。バッファービューの位置を揃えてください。',
  ACCESSOR_USAGE_OVERRIDE: '1 つのアクセサーが 2 種類のデータに使われています。別々のアクセサーにしてください。',
  ANIMATION_CHANNEL_TARGET_NODE_MATRIX: '動かすノードには、行列ではなく移動・回転・拡大縮小を使わなければなりません。',
  ANIMATION_CHANNEL_TARGET_NODE_WEIGHTS_NO_MORPHS:
    'モーフターゲットのないメッシュの weights を動かしています。チャンネルを削除してください。',
  ANIMATION_DUPLICATE_TARGETS:
    '1 つのアニメーションの 2 つのチャンネルが同じものを動かしています。一方を削除してください。',
  ANIMATION_SAMPLER_ACCESSOR_WITH_BYTESTRIDE:
    'アニメーションのデータは byteStride のないバッファービューに置かなければなりません。',
  ANIMATION_SAMPLER_INPUT_ACCESSOR_INVALID_FORMAT:
    'キーの時刻は float の SCALAR アクセサーでなければなりません。書き出し直してください。',
  ANIMATION_SAMPLER_INPUT_ACCESSOR_TOO_FEW_ELEMENTS:
    'この補間にはキーが足りません。キーを足すか、LINEAR にしてください。',
  ANIMATION_SAMPLER_INPUT_ACCESSOR_WITHOUT_BOUNDS:
    'キーの時刻のアクセサーには min と max が必要です。最初と最後の時刻を書いてください。',
  ANIMATION_SAMPLER_OUTPUT_ACCESSOR_INVALID_COUNT: '値の数がキーの時刻の数と合いません。書き出し直してください。',
  ANIMATION_SAMPLER_OUTPUT_ACCESSOR_INVALID_FORMAT:
    '値のアクセサーの形式が、動かすプロパティに合いません。書き出し直してください。',
  BUFFER_MISSING_GLB_DATA:
    '最初のバッファーが指す BIN チャンクがありません。途中で切れているか、壊れています。書き出し直してください。',
  BUFFER_VIEW_TARGET_MISSING:
    '頂点やインデックスのバッファービューには target を書くのが望ましいです。なくても読めます。書き出しの設定がなければ、そのままで構いません。',
  BUFFER_VIEW_TARGET_OVERRIDE: '1 つのバッファービューに 2 種類のデータがあります。別々にしてください。',
  BUFFER_VIEW_TOO_LONG: 'バッファービューがバッファーの終わりを越えています。ファイルが切れているか、長さが誤りです。',
  IMAGE_BUFFER_VIEW_WITH_BYTESTRIDE: '画像のバッファービューに byteStride は使えません。',
  INCOMPLETE_EXTENSION_SUPPORT: 'この拡張は一部しか検証していません。他にも問題があるかもしれません。',
  INVALID_IBM_ACCESSOR_COUNT: '逆バインド行列がジョイントより少ないです。スキンを書き出し直してください。',
  MESH_PRIMITIVE_ACCESSOR_UNALIGNED:
    '頂点データの位置と間隔は 4 バイトの倍数でなければなりません。書き出し直すか、書き出したソフトの開発者に知らせてください。',
  MESH_PRIMITIVE_ACCESSOR_WITHOUT_BYTESTRIDE:
    '複数のアクセサーが頂点データのバッファービューを共有しています。byteStride が必要です。',
  MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_INVALID_FORMAT: '頂点属性の形式が合いません。メッシュを書き出し直してください。',
  MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_UNSIGNED_INT:
    '頂点属性に UNSIGNED_INT は使えません。メッシュを書き出し直してください。',
  MESH_PRIMITIVE_GENERATED_TANGENT_SPACE:
    'マテリアルに法線マップがありますが、メッシュに接線がありません。表示するソフトがそれぞれ作ります。',
  MESH_PRIMITIVE_INCOMPATIBLE_MODE:
    '頂点やインデックスの数がプリミティブの種類に合いません (三角形なら 3 の倍数)。メッシュを書き出し直してください。',
  MESH_PRIMITIVE_INDICES_ACCESSOR_INVALID_FORMAT:
    'インデックスは、正規化しない符号なし整数の SCALAR アクセサーでなければなりません。',
  MESH_PRIMITIVE_INDICES_ACCESSOR_WITH_BYTESTRIDE: 'インデックスのバッファービューに byteStride は使えません。',
  MESH_PRIMITIVE_MORPH_TARGET_INVALID_ATTRIBUTE_COUNT:
    'モーフターゲットの要素数は、動かす属性と同じでなければなりません。',
  MESH_PRIMITIVE_MORPH_TARGET_NO_BASE_ACCESSOR: 'モーフターゲットが、プリミティブにない属性を動かしています。',
  MESH_PRIMITIVE_NO_TANGENT_SPACE:
    'マテリアルに接線が必要ですが、メッシュに接線も、それを作るための法線マップもありません。',
  MESH_PRIMITIVE_POSITION_ACCESSOR_WITHOUT_BOUNDS: 'POSITION のアクセサーには min と max が必要です。',
  MESH_PRIMITIVE_TOO_FEW_TEXCOORDS: 'テクスチャが使う UV セットがメッシュにありません。',
  MESH_PRIMITIVE_UNEQUAL_ACCESSOR_COUNT: 'プリミティブのすべての属性は、要素数が同じでなければなりません。',
  NODE_LOOP: 'ノードが自分自身の祖先になっています。',
  NODE_PARENT_OVERRIDE: 'ノードに親が 2 つあります。',
  NODE_SKINNED_MESH_WITHOUT_SKIN: 'メッシュにジョイントとウェイトがありますが、ノードに skin がありません。',
  NODE_SKIN_WITH_NON_SKINNED_MESH: 'ノードに skin がありますが、メッシュにジョイントとウェイトがありません。',
  NODE_WEIGHTS_INVALID: 'ノードの weights は、メッシュのモーフターゲットと同じ数でなければなりません。',
  SCENE_NON_ROOT_NODE: 'シーンに、別のノードの子が書かれています。',
  SKIN_IBM_ACCESSOR_WITH_BYTESTRIDE: '逆バインド行列は byteStride のないバッファービューに置かなければなりません。',
  SKIN_IBM_INVALID_FORMAT: '逆バインド行列は float の MAT4 アクセサーでなければなりません。',
  TEXTURE_INVALID_IMAGE_MIME_TYPE: 'ここでは使えない種類の画像です。',
  UNDECLARED_EXTENSION: 'この拡張を extensionsUsed に書いてください。',
  UNEXPECTED_EXTENSION_OBJECT: 'この拡張は、この種類のオブジェクトには使えません。',
  UNRESOLVED_REFERENCE: 'インデックスの指すものがファイルにありません。インデックスを直すか、書き出し直してください。',
  UNSUPPORTED_EXTENSION: 'この拡張の中身は検証していません。',
  UNUSED_MESH_TANGENT: 'メッシュに接線がありますが、マテリアルに法線マップがありません。削除できます。',
  UNUSED_MESH_WEIGHTS:
    'このメッシュのすべてのノードに weights があり、メッシュの weights は使われません。削除できます。',
  UNUSED_OBJECT: 'どこからも参照されていません。削除できます。',
  IO_ERROR: '付属のファイルを読めません。glTF の横に置いてください。',
  ACCESSOR_ANIMATION_INPUT_NEGATIVE: 'キーの時刻が負です。アニメーションを 0 から始めてください。',
  ACCESSOR_ANIMATION_INPUT_NON_INCREASING:
    'キーの時刻は前のものより大きくなければなりません。重なったキーを削除するか、書き出し直してください。',
  ACCESSOR_ANIMATION_SAMPLER_OUTPUT_NON_NORMALIZED_QUATERNION:
    'アニメーションの回転は長さ 1 のクォータニオンでなければなりません。正規化するか、書き出し直してください。',
  ACCESSOR_ELEMENT_OUT_OF_MAX_BOUND: 'アクセサーに max より大きい値があります。max を直すか、書き出し直してください。',
  ACCESSOR_ELEMENT_OUT_OF_MIN_BOUND: 'アクセサーに min より小さい値があります。min を直すか、書き出し直してください。',
  ACCESSOR_INDEX_OOB: 'インデックスが最後の頂点を越えています。メッシュを書き出し直してください。',
  ACCESSOR_INDEX_PRIMITIVE_RESTART: 'インデックスの型の最大値は使えません。大きい型にしてください。',
  ACCESSOR_INDEX_TRIANGLE_DEGENERATE:
    '同じ頂点を 2 回使う、見えない三角形があります。モデリングソフトで削除してください。',
  ACCESSOR_INVALID_FLOAT: 'データに無限大または数でない値があります。書き出し直してください。',
  ACCESSOR_INVALID_IBM: '逆バインド行列の最後の行は 0 0 0 1 でなければなりません。スキンを書き出し直してください。',
  ACCESSOR_INVALID_SIGN: '接線の 4 番目の値は 1 か -1 でなければなりません。接線を省くか、書き出し直してください。',
  ACCESSOR_JOINTS_INDEX_DUPLICATE:
    '頂点に、同じジョイントのウェイトが 2 つあります。合計するか、スキンを書き出し直してください。',
  ACCESSOR_JOINTS_INDEX_OOB: '頂点が、スキンにないジョイントを指しています。スキンを書き出し直してください。',
  ACCESSOR_JOINTS_USED_ZERO_WEIGHT: 'ウェイト 0 のジョイントのインデックスは 0 が望ましいです。そのままでも読めます。',
  ACCESSOR_MAX_MISMATCH: 'max がアクセサーの最大値と違います。直すか、書き出し直してください。',
  ACCESSOR_MIN_MISMATCH: 'min がアクセサーの最小値と違います。直すか、書き出し直してください。',
  ACCESSOR_NON_CLAMPED: '頂点カラーが 0 から 1 の外です。モデリングソフトで範囲内にしてください。',
  ACCESSOR_SPARSE_INDEX_OOB: 'スパースのインデックスがアクセサーの終わりを越えています。書き出し直してください。',
  ACCESSOR_SPARSE_INDICES_NON_INCREASING:
    'スパースのインデックスは前のものより大きくなければなりません。書き出し直してください。',
  ACCESSOR_VECTOR3_NON_UNIT: '法線と接線の長さは 1 でなければなりません。モデリングソフトで計算し直してください。',
  ACCESSOR_WEIGHTS_NEGATIVE: 'スキンのウェイトが負です。モデリングソフトで正規化してください。',
  ACCESSOR_WEIGHTS_NON_NORMALIZED:
    '頂点のスキンのウェイトは、合計が 1 でなければなりません。モデリングソフトで正規化してください。',
  BUFFER_BYTE_LENGTH_MISMATCH:
    'バッファーが byteLength より短いです。途中で切れています。コピーか書き出しをやり直してください。',
  BUFFER_GLB_CHUNK_TOO_BIG: 'BIN チャンクがバッファーより 3 バイトを超えて長いです。残りは読まれません。',
  DATA_URI_GLB: 'GLB のデータは、データ URI ではなく BIN チャンクに入れてください。',
  IMAGE_DATA_INVALID: '画像が壊れています。書き出し直してください。',
  IMAGE_FEATURES_UNSUPPORTED:
    '画像に、使われない色空間情報・正方形でない画素・アニメーションがあります。それらなしで保存してください。',
  IMAGE_MIME_TYPE_INVALID: '画像の種類が mimeType と違います。mimeType を直してください。',
  IMAGE_NON_ENABLED_MIME_TYPE:
    'PNG でも JPEG でもない画像です。他の種類には拡張が必要です。PNG か JPEG で保存してください。',
  IMAGE_NPOT_DIMENSIONS:
    '画像の幅か高さが 2 の累乗 (256、512、1024 など) ではありません。大きさを変えるエンジンがあります。',
  IMAGE_UNEXPECTED_EOS: '画像が途中で終わっています。ファイルが切れています。画像を入れ直してください。',
  IMAGE_UNRECOGNIZED_FORMAT: '種類の分からない画像です。PNG か JPEG で保存してください。',
  DATA_NOT_ALL_LOOKED_AT: 'アクセサーの重なりが多すぎて、すべてのデータは検証していません。',
  URI_GLB: 'GLB が別のファイルを参照しています。一緒に配布する必要があります。',
  KHR_ANIMATION_POINTER_ANIMATION_CHANNEL_TARGET_NODE: 'pointer のチャンネルに node は使えません。削除してください。',
  KHR_ANIMATION_POINTER_ANIMATION_CHANNEL_TARGET_PATH:
    'pointer のチャンネルの path は「pointer」でなければなりません。直してください。',
  KHR_LIGHTS_PUNCTUAL_LIGHT_SPOT_ANGLES:
    'outerConeAngle は innerConeAngle より大きくなければなりません。入れ替えてください。',
  KHR_MATERIALS_ANISOTROPY_ANISOTROPY_TEXTURE_TEXCOORD:
    '異方性テクスチャは、法線テクスチャと同じ UV セットを使ってください。',
  KHR_MATERIALS_CLEARCOAT_CLEARCOAT_NORMAL_TEXTURE_TEXCOORD:
    'クリアコートの法線テクスチャは、法線テクスチャと同じ UV セットを使ってください。',
  KHR_MATERIALS_DISPERSION_NO_VOLUME: '分散は KHR_materials_volume がないと効果がありません。',
  KHR_MATERIALS_EMISSIVE_STRENGTH_ZERO_FACTOR: 'emissiveFactor が黒なので、発光の強さは効果がありません。',
  KHR_MATERIALS_IRIDESCENCE_THICKNESS_RANGE_WITHOUT_TEXTURE:
    '厚みのテクスチャがないので、最小の厚みは効果がありません。',
  KHR_MATERIALS_IRIDESCENCE_THICKNESS_TEXTURE_UNUSED:
    '厚みの最小と最大が同じなので、厚みのテクスチャは効果がありません。',
  KHR_MATERIALS_VARIANTS_NON_UNIQUE_VARIANT:
    '1 つのプリミティブで、バリアントに 2 つのマテリアルがあります。一方を残してください。',
  KHR_MATERIALS_VOLUME_DOUBLE_SIDED: '体積のあるマテリアルは両面にしないでください。',
  KHR_MATERIALS_VOLUME_NO_TRANSMISSION: '透過がないので、体積は効果がありません。',
  DATA_URI_REFUSED:
    'データ URI が通常の base64 ではありません。読めるソフトは少ないです。BIN チャンクかファイルに入れてください。',
  URI_REFUSED: 'URI が文書のフォルダーの外を指しています。開きません。',
  REQUIRED_EXTENSION_REFUSED: '必須の拡張がないと、メッシュや画像を読めません。その圧縮を使わずに書き出してください。',
  REQUIRED_EXTENSION_UNKNOWN: 'libvrm の知らない拡張が必須になっています。それを使うものは表示されないかもしれません。',
  BUFFER_WITHOUT_DATA:
    'バッファーに URI がなく、GLB の最初のバッファーでもないので、データがありません。GLB で書き出し直してください。',
  MESHOPT_INVALID:
    '圧縮されたバッファービューが EXT_meshopt_compression の規則に合わないか、壊れています。圧縮し直してください。',
  // render.def
  RENDER_UNAVAILABLE: 'ここでは描画できません。EGL か OpenGL ES 3.0 のドライバーがありません。',
  RENDER_IMAGE_MISSING: '画像のデータがありません。代わりに市松模様を表示します。',
  RENDER_IMAGE_BROKEN: '画像を読めません。PNG か JPEG で保存し直してください。代わりに市松模様を表示します。',
  RENDER_IMAGE_TOO_LARGE: '画像の画素数が上限を超えています。小さくしてください。代わりに市松模様を表示します。',
  RENDER_VERTICES_MISSING: 'プリミティブに読める頂点座標がありません。描画しません。',
  RENDER_MODE_UNSUPPORTED: '点と線は描画しません。',
  RENDER_INDICES_BROKEN: 'インデックスを読めないか、最後の頂点を越えています。その三角形は描画しません。',
  RENDER_VERTEX_NOT_FINITE:
    '頂点座標に数でない値があります。それを使う三角形は描画しません。メッシュを書き出し直してください。',
  RENDER_NORMAL_BROKEN: '法線に向きがありません。周りの三角形から作ったものを使います。',
  RENDER_TANGENT_BROKEN: '接線に向きか符号がありません。周りの三角形から作ったものを使います。',
  RENDER_ATTRIBUTE_BROKEN: '頂点属性を読めないか、頂点の数と合いません。使いません。',
  RENDER_TEXCOORD_MISSING: 'テクスチャが使う UV 座標がメッシュにありません。最初の画素を使います。',
  RENDER_JOINT_OUT_OF_RANGE: '頂点が、スキンにないジョイントを指しています。スキンの最後のジョイントで動かします。',
  RENDER_MORPH_BROKEN: 'モーフターゲットを読めません。メッシュは動きません。',
  RENDER_MEMORY_LIMIT: '必要なメモリが上限を超える部分があります。省きます。',
  // optimize_pictures.def
  PICTURE_UNREADABLE: '画像を読み込めないため、元のデータのまま残します。PNG か JPEG で保存し直してください。',
  PICTURE_TOO_LARGE:
    '画像の画素数が読み込みの上限を超えているため、元のデータのまま残します。小さくするか、上限を上げてください。',
  PICTURE_USE_UNKNOWN: '画像の使われ方が不明か、両立しない使われ方をしているため、大きさを変えず、劣化もさせません。',
  PICTURES_NOT_SMALLER:
    'バイト列を参照するかもしれない拡張がバッファービューにあり、画像を置き換えてもファイルが小さくならないため、何も変更しませんでした。',
  ATLAS_MATERIAL_BOUND: '表情、アニメーション、または拡張がこのマテリアルを変えることがあるため、他とまとめません。',
  ATLAS_MATERIAL_UNKNOWN:
    'マテリアル、そのテクスチャ、またはそれを使うメッシュに未知の要素があるため、他とまとめません。',
  ATLAS_UV_MOVED:
    'テクスチャ座標がアニメーションするか、テクスチャごとに異なるため、このマテリアルは他とまとめません。',
  ATLAS_UV_OUTSIDE: 'テクスチャ座標が画像の外に出て繰り返しを使うため、このマテリアルは他とまとめません。',
  ATLAS_PICTURE_KEPT:
    'マテリアルの画像を読み込めないか、ページや上限より大きいため、このマテリアルは他とまとめません。',
  ATLAS_MEMORY:
    'まとめると同じ画像を何度も写すことになり、メモリーが元の画像の1.5倍を超えるため、このマテリアルは他とまとめません。',
  ATLAS_VERTICES_SHARED:
    '頂点を共有するマテリアルが多すぎ、個別のテクスチャ座標がファイルより大きくなるため、このマテリアルは他とまとめません。',
  ATLAS_MATERIAL_ALONE: '同じ描き方のマテリアルが他にないか、同じページに収まらないため、他とまとめません。',
  // create.def
  CREATE_ALREADY: 'このファイルはすでにアバターです。メタ情報や揺れものは編集で、バージョンは変換で変えてください。',
  CREATE_BONES_MISSING: 'アバターに必要なボーンがすべては見つかりませんでした。',
  CREATE_NO_FIGURE: '人の体が見つかりません。アバターには腰、両脚、両腕、頭が必要です。',
  CREATE_SEVERAL_FIGURES: '人の体が 2 つ以上あります。1 つだけを書き出すか、どの体かを腰のボーンで指定してください。',
  CREATE_NOT_UPRIGHT: '脚が胴の下に立っていません。動物か、座るか寝ている人です。立った姿勢で書き出してください。',
  CREATE_NOTHING_MOVES: 'ボーンと一緒に動くメッシュがありません。スキンがないか、スキンなしで書き出されています。',
  CREATE_BONES_TANGLED: 'ボーンが親ボーンの下にありません。どのノードかを指定してください。',
  CREATE_FRONT_ASSUMED: '名前からも足からも向きが分からないため、+Z を正面としました。',
  CREATE_SIDES_SWAPPED: 'ボーンの名前の左右が逆です。位置から左右を決めました。',
  CREATE_LEANS: 'T ポーズで胴が傾いています。書き出したプログラムで体をまっすぐに立たせ、もう一度書き出してください。',
  CREATE_T_POSE: '別の姿勢で立っていたため、ボーンの初期姿勢を T ポーズにしました。',
  CREATE_TURNED: '+Z を向いて地面に立つように、体の向きと位置を変えました。',
  CREATE_SCALED: '体の大きさをメートルに合わせました。',
  CREATE_DATA_MISSING: 'このバッファーや画像のデータがありません。付属のファイルを正しい場所に置いてください。',
  CREATE_MATERIAL_KEPT: 'MToon では失われる見た目があるため、マテリアルをそのまま残しました。',
  // migrate.def
  MIGRATE_NOT_AN_AVATAR: 'VRM アバターではないので、変換するものがありません。',
  MIGRATE_DATA_NOT_IN_BIN: 'このバッファーや画像のデータがありません。付属のファイルを正しい場所に置いてください。',
  MIGRATE_NAME_MISSING: 'アバターに名前がありません。1.0 では必須です。入力してください。',
  MIGRATE_AUTHOR_MISSING: 'アバターに作者がありません。1.0 では必須です。入力してください。',
  MIGRATE_LICENSE: 'ライセンスを 1.0 の言葉に置き換えました。元より緩くはしていません。権利者はさらに設定できます。',
  MIGRATE_BINDS_REBUILT: 'スキンの逆バインド行列がノードと矛盾していたので、初期姿勢から作り直しました。',
  MIGRATE_LOOK_AT_CURVE_LOST: '1.0 の目は角度に比例して動きます。0.x のカーブは失われます。',
  MIGRATE_FIRST_PERSON_BONE_LOST: '1.0 の一人称では頭が隠れます。このファイルは別のボーンを指定しています。',
  MIGRATE_BINARY_THRESHOLD: '2 値の表情は、ドラフトでは 0 より上、1.0 では 0.5 より上でオンになります。',
  MIGRATE_SHADER_VALUE_LOST: 'シェーダーのこの値に当たるものが 1.0 にありません。VRMC_vrm の extras だけに残ります。',
  MIGRATE_TEXTURE_CHANNEL:
    'MToon 0.x はこのテクスチャの赤を、1.0 は緑 (輪郭線) か青 (マスク) を読みます。灰色の画像なら同じに見えますが、それ以外は変わります。',
  MIGRATE_EXPRESSION_RENAMED: 'カスタム表情の名前が 1.0 のプリセットと同じなので、後ろに _custom を付けました。',
  MIGRATE_EXPRESSION_CUSTOM:
    '同じプリセットか名前の表情がすでにあるか、そのプリセットがないため、カスタム表情になりました。',
  MIGRATE_LEFT_OUT: 'これは使えないため省きました。extras に残っています。',
  MIGRATE_MUSCLES_LOST:
    '1.0 には筋肉の設定 (伸縮、ねじれ、ボーンの制限) がありません。VRMC_vrm の extras だけに残ります。',
  MIGRATE_CONSTRAINT_LOST: '読めないノードコンストレイントを省きました。',
  MIGRATE_NODE_EXTENSION:
    'アバターの向きを変えましたが、このノードの拡張の意味が分かりません。位置や向きを含むなら、Y 軸のまわりに回してください。',
  MIGRATE_DRACO_REMOVED: '頂点の向きを変えたため、圧縮されたコピーを取り除きました。',
  MIGRATE_PRIMITIVE_EXTENSION:
    '頂点の向きを変えましたが、この拡張の意味が分かりません。位置や向きを含むなら、Y 軸のまわりに回してください。',
  MIGRATE_MORPH_TANGENTS_LOST: '1.0 ではモーフターゲットの接線は計算されます。このメッシュの接線は省きました。',
  DOWNGRADE_DRAFT: '2019 年のドラフトは、そのままでは 0.x に変換できません。先に 1.0 に変換してください。',
  DOWNGRADE_LICENSE: 'ライセンスを 0.x の言葉に置き換えました。元より緩くはしていません。',
  DOWNGRADE_META_LOST: 'メタ情報のこの部分は 0.x に場所がありません。meta.extras.VRMC_vrm だけに残ります。',
  DOWNGRADE_CONSTRAINT_LOST:
    '0.x にはノードコンストレイントがありません。別のノードに従っていたものは動かなくなります。',
  DOWNGRADE_OVERRIDE_LOST: '0.x にはオーバーライドがありません。この表情は、まばたき・視線・口を抑えなくなります。',
  DOWNGRADE_EXPRESSION_RENAMED:
    'カスタム表情の名前が 0.x のプリセットか別の表情と同じなので、後ろに _custom を付けました。',
  DOWNGRADE_BIND_SHARED: '0.x はメッシュに対して動かします。このメッシュを使うすべてのノードが、この表情で動きます。',
  DOWNGRADE_BIND_LOST: '0.x ではマットキャップの色を動かせません。失われます。',
  DOWNGRADE_MATERIAL_RENAMED: '0.x は名前でマテリアルを探します。重ならない名前を付けました。',
  DOWNGRADE_FIRST_PERSON_SHARED:
    '0.x の一人称の設定はメッシュごとです。このメッシュのノードで設定が違うため、最初のものを使います。',
  DOWNGRADE_COLLIDER_APPROXIMATED:
    '0.x には球しかありません。このコライダーを球の列 (平面はとても大きな球 1 つ) に置き換えました。',
  DOWNGRADE_COLLIDER_LOST: '0.x には内側に留めるコライダーがありません。失われます。',
  DOWNGRADE_COLLIDER_SWAYS:
    '0.x ではチェーンの最後のジョイントも回り、それに付いたこのコライダーも揺れます。1 つ前のジョイントに付けてください。',
  DOWNGRADE_SPRING_SETTINGS_VARY:
    '0.x ではルートボーンの下の設定は 1 つです。このチェーンのジョイントの平均を書きました。',
  DOWNGRADE_SPRING_SWAYS_MORE: '0.x ではルートボーンの下がすべて揺れます。このチェーンになかったノードも揺れます。',
  DOWNGRADE_LIMIT_LOST: '0.x の揺れものには角度制限がありません。失われます。',
  DOWNGRADE_SHADER_VALUE_LOST: 'この値、またはこの範囲は MToon 0.x にありません。最も近い値を書きました。',
  DOWNGRADE_TEXTURE_CHANNEL:
    'MToon 1.0 はこのテクスチャの緑 (輪郭線) か青 (マスク) を、0.x は赤を読みます。灰色の画像なら同じに見えますが、それ以外は変わります。',
  // normalize.def
  NORMALIZE_NOT_AN_AVATAR: 'VRM アバターではないので、正規化するものがありません。',
  NORMALIZE_DRAFT: '2019 年のドラフトは、そのままでは正規化できません。先に 1.0 に変換してください。',
  NORMALIZE_ALREADY: 'すでに正規化されています。何も変えていません。',
  NORMALIZE_OTHER_POSE:
    'このスキンをバインドした時と別の姿勢で保存されています。見た目は変わりませんが、VRM 0.x では許されない回転や拡大縮小がバインド行列に残ります。モデリングソフトで姿勢を初期姿勢として適用するか、バインドした姿勢で書き出してください。',
  NORMALIZE_DATA_MISSING: 'このバッファーや画像のデータがありません。付属のファイルを正しい場所に置いてください。',
  NORMALIZE_ZERO_SCALE:
    'このノードの拡大率が 0 です。焼き込むと下にあるものが失われます。大きさを与えるか、削除してください。',
  NORMALIZE_OUT_OF_RANGE: '変換の結果が、書き込めないほど大きな数になります。アバターを適切な大きさにしてください。',
  NORMALIZE_INSTANCING:
    'このノードはメッシュを多数複製して表示するため、焼き込めません。別々のメッシュにしてください。',
  NORMALIZE_AXES_KEPT: 'コンストレイント・カメラ・拡張が軸に依存するため、このノードの回転を残しました。',
  NORMALIZE_UNEVEN_SCALE:
    'このノードは軸ごとに違う拡大率の下で動きます。初期姿勢は変わりませんが、他の姿勢は少し変わります。リギングの前に拡大縮小を適用してください。',
  NORMALIZE_MIRRORED:
    'このノードは負の拡大率の下で動きます。初期姿勢は変わりませんが、回る向きが逆になります。リギングの前に拡大縮小を適用してください。',
  NORMALIZE_VIEW_MIRRORED: 'このカメラは負の拡大率の下にありました。向きは同じですが、画像は反転しなくなりました。',
  NORMALIZE_DRACO_REMOVED: '頂点が変わったため、圧縮されたコピーを取り除きました。',
  NORMALIZE_HIT_RADIUS_VARIES:
    'このグループのボーンは拡大率が違いますが、0.x では半径は 1 つです。最初のボーンのものを書きました。',
  NORMALIZE_SCALE_ANIMATION:
    'このアニメーションは、今はない軸に沿ってノードを伸縮します。3 つの拡大率の平均を書きました。',
  NORMALIZE_ACCESSOR_UNREADABLE:
    'この数値を読めないため、焼き込んでいません。使っているものを修正するか、削除してください。',
  // optimize.def
  OPTIMIZE_ALREADY: '失うものなしに、これ以上小さくできません。何も変えていません。',
  OPTIMIZE_DATA_MISSING: 'このバッファーや画像のデータがないため、ファイルを書き直せません。',
  OPTIMIZE_PINNED: '意味の分からない整数があります。それが指すかもしれない要素を残しました。',
  OPTIMIZE_MORPHS_KEPT: '表情で使わないモーフターゲットの一部を残しました。',
  OPTIMIZE_NO_MESHOPT: 'このライブラリーは meshoptimizer なしで作られているため、圧縮できません。',
  OPTIMIZE_BONES_KEPT:
    '何にも動かされないジョイントの一部を残しました。逆バインド行列またはスキンのため、変化なしにまとめることができません。',
  OPTIMIZE_MESHES_KEPT: '妨げるものがあるため、一部のメッシュを 1 つにまとめませんでした。',
  OPTIMIZE_LARGER: 'ファイルが大きくなりました。指定した処理は、減らすバイト数より多くのバイト数を使います。',
  OPTIMIZE_SPRINGS_KEPT:
    '指定の揺れものジョイントの数にはできません。揺れ方が変わってしまうか、この形式ではジョイントを省けません。',
  OPTIMIZE_TRIANGLES_KEPT: 'これ以上誤差を大きくせずに、指定の三角形の数にはできません。',
  // motion.def
  MOTION_UNKNOWN: '読める形式のモーションではありません。BVH、FBX、VMD、glTF で書き出してください。',
  MOTION_NO_ANIMATION: 'アニメーションがありません。アニメーションを含めて書き出してください。',
  MOTION_VRM_ANIMATION: 'すでに VRM アニメーションです。モデルとして読み、クリップにしてください。',
  MOTION_TAKE_UNKNOWN: 'その名前のテイクはありません。ある名前はメッセージに書かれています。',
  MOTION_TAKES_LEFT: 'テイクがいくつかあり、1 つだけを読みました。--take で他を選べます。',
  MOTION_REST_FROM_BIND:
    'メッシュのバインドポーズを初期姿勢としました。手足がねじれる場合は、別の初期姿勢を選んでください。',
  MOTION_REST_FILE:
    '初期姿勢のファイルを使えません。同じリグで、最初のフレームかバインドポーズが T ポーズのファイルを選んでください。理由はメッセージに書かれています。',
  MOTION_REST_FROM_FILE: '初期姿勢は、初期姿勢のファイルから取りました。',
  BVH_SYNTAX: 'BVH ファイルではないか、壊れています。書き出し直してください。',
  MOTION_TOO_LARGE: 'ジョイントかフレームが多すぎます。モーションを分けてください。',
  MOTION_SAMPLED_LESS:
    'ファイルの大きさに比べてモーションが長いか、1フレームの内容が多すぎるため、間引いて読み込みます。',
  MOTION_NO_BONES: 'ジョイントの中に腰が見つかりません。対応表で、どのジョイントがどのボーンかを指定してください。',
  MOTION_LIMBS_MISSING: '手足の先は見つかりましたが、その上の腕や脚が見つかりません。対応表で指定してください。',
  MOTION_BONES_MISSING: '必須のボーンのうち、見つからないものがあります。その部分は動きません。対応表で指定できます。',
  BVH_VALUE_INVALID: '有限の数でない値があります。前のフレームの値を使います。',
  BVH_FRAMES_MISSING: '最後のフレームの前にファイルが終わっています。あるところまで使います。',
  BVH_VALUES_LEFT: '全フレームのチャンネルより数値が多いです。動きが乱れているかもしれません。',
  NPY_DAMAGED: '配列が壊れているか、途中で切れています。保存し直してください。',
  NPY_PICKLE:
    '配列に Python のオブジェクト (pickle) が入っています。プログラムを実行できるため読みません。数値だけで保存してください。',
  NPY_SHAPE: '配列は知られている形のモーションではありません。足りないものはメッセージに書かれています。',
  NPY_VALUE_INVALID: '有限でないか大きすぎる数値があります。前のフレームの値を使います。',
  LANDMARKS_NONE:
    '人が写っている行がありません。ポーズの world landmarks (33 点の x, y, z) か顔の blend shapes が必要です。',
  LANDMARKS_DAMAGED: 'JSON でない行、または時刻が進まない行があります。省きます。',
  LANDMARKS_GAPS: '全身が写っていない行があります。足りないところは前後から補間するか、そのまま保ちます。',
  LANDMARKS_RATE: 'timestamp_ms がありません。毎秒 30 フレームとします。--source-fps で指定できます。',
  NPY_RATE:
    '毎秒のフレーム数が書かれていません。22 関節の位置 (HumanML3D) では 20、それ以外では 30 とします。--source-fps で指定できます。',
  SMPL_HANDS: '手は回転ではなく統計モデルの成分です。指は読みません。',
  BVH_FRAME_TIME: 'フレームの時間が正しくありません。毎秒 30 フレームとします。',
  SPEECH_MARKS_UNKNOWN:
    '対応する音声エンジンの口の情報がありません。VOICEVOX の音声クエリ、Azure または SAPI の viseme、Amazon Polly、Rhubarb の JSON、ElevenLabs の時刻つき文字が使えます。',
  SPEECH_MARKS_NONE: '時刻のある口の形がありません。音声エンジンに viseme を出力させてください。',
  SPEECH_MARKS_DAMAGED: '壊れている、別のエンジンの、または時刻が戻る口の情報があります。省きます。',
  SPEECH_MARKS_TOO_LONG: '口の情報が 1 時間より長いです。音声を分けてください。',
  FBX_SYNTAX: 'FBX ファイルが壊れているか、途中で切れています。書き出し直してください。',
  FBX_NO_JOINTS: 'FBX ファイルに骨格がありません。ジョイントを含めて書き出してください。',
  FBX_CURVES_DAMAGED: 'テイクのカーブの一部を読めません。その部分は動きません。書き出し直してください。',
  FBX_CURVES_LEFT:
    'テイクのカーブの一部は、ジョイントでもブレンドシェイプでもなく、カメラ、ライト、独自のプロパティを動かすものです。読み込みません。',
  VMD_SYNTAX: 'VMD ファイルではないか、壊れています。書き出し直してください。',
  VMD_NO_MOTION: 'ボーンもモーフも動きません。カメラモーションかもしれません。',
  VMD_CUT: 'ファイルが途中で切れています。あるところまで使います。',
  VMD_VALUE_INVALID: '数値でないか大きすぎる値があります。初期姿勢の値とします。',
  VMD_MORPHS_LIMIT: '動くモーフが 1024 を超えています。超えた分は省きます。',
  VMD_BONES_UNKNOWN: 'モーションが動かすボーンの一部が骨格にありません。元のモデルを指定してください。',
  VMD_NO_MODEL: '骨格は MMD の標準のものとしました。元のモデルを指定できます。',
  PMX_SYNTAX: 'PMX 2.0 または 2.1 のモデルではないか、壊れています。',
  PMX_REFERENCE: 'ボーンが、存在しないボーンか自分自身を参照しています。この参照は無視します。',
  PMX_IK_LIMIT: 'IK が多すぎます。上限を超えた分は無視します。',
  MOTION_REST_CORRECTED:
    '初期姿勢が T ポーズではないため、腕と脚を合わせました。ねじれる場合は、T ポーズであると指定してください。',
  MOTION_REST_FROM_MOTION:
    '初期姿勢が人の形でないため、モーションの 1 フレームを代わりに使います。手足がねじれる場合は、T ポーズで始めてそう指定してください。',
  MOTION_LIFTED: 'モーションが地面より下にあったので、地面まで上げました。',
  MOTION_JOINTS_UNKNOWN:
    '対応表にあるジョイントがモーションにないか、1つのボーンに複数のジョイントがあります。ファイルと同じ綴りにしてください。',
  MOTION_MORPHS_LOOK:
    'lookUp、lookDown、lookLeft、lookRight に当たるモーフは省きます。VRM アニメーションでは代わりに視線を使います。',
  MOTION_MORPHS_LIMIT: '動くモーフが 1024 を超えています。超えた分は省きます。',
  MOTION_MORPHS_UNKNOWN: '対応表にあるモーフがモーションにありません。ファイルと同じ綴りにしてください。',
  MOTION_FACE_LEFT:
    'モーションの表情と視線は省きます。BVH や骨格だけの glTF には顔がありません。残すには VRM アニメーションとして書き出してください。',
  MOTION_OTHER_NODES:
    'このアニメーションは、人の骨格でもこのアバターのノードでもないものを動かします。対応表でボーンを指定できます。',
  MOTION_EDIT_NODES:
    'このアニメーションは人の骨格ではないノードを動かすため、編集できません。対応表でボーンを指定できます。',
  MOTION_MODEL_UNUSED:
    'このモーションには自分の骨格があるため、モデルは使いません。モデルが要るのは VMD と VPD だけです。',
  MOTION_EDIT_EMPTY: 'この時間の間にはモーションが残りません。モーションの長さの中で時間を選んでください。',
  MOTION_LOOP_POSE: 'モーションは一つのポーズだけで、周期がありません。ループするものがありません。',
  MOTION_JOINTS_UNNAMED: 'ボーンと分からないジョイントがあります。対応表で指定できます。',
  // vrm.def
  VRM_BOTH_VERSIONS: 'VRM (0.x) と VRMC_vrm (1.0) の両方があります。1.0 を使います。一方だけを書き出してください。',
  VRM_SPEC_VERSION_MISSING: 'VRMC_vrm に specVersion がありません。1.0 として読みます。"1.0" と書いてください。',
  VRM_SPEC_VERSION_UNKNOWN: 'VRMC_vrm の specVersion が不明です。1.0 として読みます。"1.0" で書き出してください。',
  VRM_DRAFT_BESIDE_FINAL:
    'これは 1.0 の古いドラフトにしかない項目です。1.0 だけの項目もありますが、ファイル全体をドラフトとして読みます。削除するか、1.0 で書き出し直してください。',
  VRM_EXTENSION_VERSION_MISSING: 'VRMC 拡張に specVersion がありません。1.0 として読みます。"1.0" と書いてください。',
  VRM_EXTENSION_VERSION_UNKNOWN: 'VRMC 拡張の specVersion が不明なので、無視します。"1.0" で書き出してください。',
  VRM_EXTENSION_VERSION_DRAFT: 'VRMC 拡張がドラフトとされています。1.0 として読みます。"1.0" で書き出してください。',
  VRM_DRAFT_SHAPE_UNSUPPORTED: '2020 年か 2021 年のドラフトの形で、読めない部分があります。1.0 で書き出してください。',
  META_MISSING: 'メタ情報がなく、名前・作者・ライセンスが分かりません。追加してください。',
  META_VALUE_UNKNOWN: '許可の値が仕様にありません。最も厳しいものとして扱います。仕様の値から選んでください。',
  META_THUMBNAIL_INVALID: 'サムネイルの指す画像がないため、サムネイルはありません。選び直してください。',
  HUMANOID_MISSING: 'ヒューマノイドがないため、ポーズを取れません。ボーンを割り当ててください。',
  HUMANOID_BONE_UNKNOWN: 'その名前のボーンはありません。無視します。名前を直してください。',
  HUMANOID_BONE_MISSING: '必須のボーンが割り当てられていません。ノードに割り当ててください。',
  HUMANOID_CHEST_OR_NECK_MISSING:
    'VRM 0.x では胸と首の割り当てが必要です。当時のアプリでは読めないことがあります。割り当ててください。',
  HUMANOID_BONE_DUPLICATED: 'ボーンが 2 回割り当てられています。最初のものを使います。もう一方を削除してください。',
  HUMANOID_NODE_INVALID: 'ボーンの指すノードがありません。無視します。割り当て直してください。',
  HUMANOID_NODE_SHARED:
    '1 つのノードに 2 つのボーンがあります。最初のものだけを使います。ボーンごとに別のノードを割り当ててください。',
  HUMANOID_PARENT_BONE_MISSING: '親として必要なボーンが割り当てられていません。それも割り当ててください。',
  HUMANOID_NOT_DESCENDANT:
    'ボーンのノードが、親のボーンのノードの下にありません。割り当てかノードの階層を直してください。',
  HUMANOID_OLD_THUMB_NAMES: '親指が古いベータ版の名前なので、読み替えます。1.0 で書き出してください。',
  EXPRESSION_PRESET_UNKNOWN: 'その名前のプリセットはありません。カスタム表情にするか、名前を直してください。',
  EXPRESSION_CUSTOM_NAME_IS_PRESET: 'カスタム表情の名前がプリセットと同じなので、無視します。名前を変えてください。',
  EXPRESSION_DUPLICATED:
    '同じプリセットか名前のブレンドシェイプグループが 2 つあります。最初のものを使います。もう一方の名前を変えてください。',
  EXPRESSION_BIND_NODE_INVALID: 'モーフの割り当て先のノードがありません。無視します。メッシュを選び直してください。',
  EXPRESSION_BIND_NODE_WITHOUT_MESH:
    'モーフの割り当て先のノードにメッシュがありません。無視します。メッシュを選び直してください。',
  EXPRESSION_BIND_MESH_INVALID: 'モーフの割り当て先のメッシュがありません。無視します。メッシュを選び直してください。',
  EXPRESSION_BIND_MESH_UNUSED:
    'モーフの割り当て先のメッシュは、どのノードにも表示されません。無視します。割り当てを削除してください。',
  EXPRESSION_BIND_MORPH_INVALID:
    'モーフの割り当て先のモーフターゲットがメッシュにありません。無視します。シェイプを選び直してください。',
  EXPRESSION_BIND_MATERIAL_INVALID: 'マテリアルの割り当て先がありません。無視します。マテリアルを選び直してください。',
  EXPRESSION_BIND_TYPE_UNKNOWN:
    'マテリアルの割り当ての種類が仕様にありません。無視します。color、emissionColor、shadeColor、matcapColor、rimColor、outlineColor から選んでください。',
  EXPRESSION_BIND_PROPERTY_UNKNOWN: 'ここでは動かせないシェーダープロパティです。無視します。削除してください。',
  EXPRESSION_BIND_VALUE_INVALID: 'マテリアルの値には 4 つの数が必要です。無視します。4 つすべてを書いてください。',
  EXPRESSION_OVERRIDE_UNKNOWN:
    'オーバーライドが none、block、blend のどれでもありません。none を使います。どれかを選んでください。',
  LOOK_AT_TYPE_UNKNOWN: '視線の方式が bone でも expression でもありません。bone を使います。どちらかを選んでください。',
  LOOK_AT_INPUT_NOT_IN_RANGE: 'inputMaxValue が 0 から 180 度の外です。範囲内に丸めます。直してください。',
  LOOK_AT_CURVE_INVALID: 'カーブが、時刻順のキー (時刻・値・2 つの接線) の並びではありません。直線を使います。',
  FIRST_PERSON_NODE_INVALID: '一人称の設定の指すノードがありません。無視します。メッシュを選び直してください。',
  FIRST_PERSON_NODE_WITHOUT_MESH: '一人称の設定の指すノードにメッシュがなく、効果がありません。削除してください。',
  FIRST_PERSON_MESH_INVALID: '一人称の設定の指すメッシュがありません。無視します。メッシュを選び直してください。',
  FIRST_PERSON_TYPE_UNKNOWN:
    '一人称の設定の種類が仕様にありません。auto を使います。auto、both、thirdPersonOnly、firstPersonOnly から選んでください。',
  FIRST_PERSON_DUPLICATED: 'メッシュに一人称の設定が 2 つあります。最初のものを使います。もう一方を削除してください。',
  FIRST_PERSON_BONE_INVALID: 'firstPersonBone の指すノードがありません。頭を使います。頭を選んでください。',
  COLLIDER_NODE_INVALID: 'コライダーの指すノードがありません。無視します。ボーンを選び直してください。',
  COLLIDER_SHAPE_MISSING: 'コライダーに読める形状がありません。無視します。球かカプセルにしてください。',
  COLLIDER_SHAPE_AMBIGUOUS: 'コライダーに形状が 2 つ以上あります。球を使います。1 つだけ残してください。',
  COLLIDER_SHAPE_WITHOUT_KIND:
    'コライダーの形状に球かカプセルかが書かれていません。項目から判断します。1.0 で書き出してください。',
  COLLIDER_EXTENDED_SHAPE_INVALID:
    '拡張コライダーには球・カプセル・平面のうち 1 つだけが必要です。基本の形状を使います。1 つだけ残してください。',
  COLLIDER_RADIUS_NEGATIVE: 'コライダーの半径が負です。0 を使います。正の値を書いてください。',
  COLLIDER_NORMAL_NOT_UNIT:
    '平面の法線の長さが 1 ではありません。長さを 1 にして使い、0 なら +Z を使います。正規化してください。',
  COLLIDER_GROUP_ENTRY_INVALID: 'コライダーグループに、存在しないコライダーがあります。無視します。削除してください。',
  SPRING_COLLIDER_GROUP_INVALID: '揺れものに、存在しないコライダーグループがあります。無視します。削除してください。',
  SPRING_CENTER_INVALID: '揺れものの center の指すノードがありません。ワールド座標を使います。選び直してください。',
  SPRING_CENTER_NOT_ANCESTOR:
    '揺れものの center は、最初のジョイントかその祖先でなければなりません。別の center にするか、なしにしてください。',
  SPRING_CENTER_IN_OTHER_SPRING:
    '揺れものの center は、別の揺れもののジョイントやその下にはできません。別の center にするか、なしにしてください。',
  SPRING_JOINT_NODE_INVALID: 'ジョイントの指すノードがありません。省きます。ボーンを選び直してください。',
  SPRING_JOINT_NOT_DESCENDANT:
    'ジョイントが前のジョイントの下にありません。揺れものはその前で切れます。順序を直してください。',
  SPRING_JOINT_DUPLICATED:
    'ジョイントのノードは、すでに別の揺れものに属しています。そちらを使います。ノードは 1 つの揺れものだけで揺らしてください。',
  SPRING_JOINT_SKIPS_USED_NODE:
    '2 つのジョイントの間に別の揺れもののノードがあります。この揺れものはそこで切れます。そのノードは一方だけで使ってください。',
  SPRING_TOO_SHORT: '揺れものが動くには 2 つのジョイントが必要です。最後のボーンの先に終端ノードを追加してください。',
  SPRING_VALUE_NOT_IN_RANGE: 'ジョイントの値が範囲の外です。範囲内に丸めます。直してください。',
  SPRING_ROOT_OVERLAPS:
    'ルートボーンが 2 回書かれているか、別のルートボーンの下にあります。ノードは 1 回だけ揺れます。2 つ目を削除してください。',
  SPRING_LIMIT_INVALID:
    '角度制限には cone、hinge、spherical のうち 1 つだけが必要です。無視します。1 つだけ残してください。',
  SPRING_LIMIT_NOT_IN_RANGE: '角度制限の角度が範囲の外です。範囲内に丸めます。直してください。',
  SPRING_LIMIT_ROTATION_NOT_UNIT:
    '角度制限の回転の長さが 1 ではありません。長さを 1 にして使い、0 なら回転なしとします。正規化してください。',
  CONSTRAINT_AT_ROOT:
    'VRMC_node_constraint は、ルートではなく動かすノードに書きます。ここでは無視します。ノードに移してください。',
  CONSTRAINT_KIND_MISSING:
    'コンストレイントが roll、aim、rotation のどれでもありません。無視します。どれかを選ぶか、削除してください。',
  CONSTRAINT_KIND_AMBIGUOUS:
    'ノードに 2 種類以上のコンストレイントがあります。roll、aim、rotation の順に優先します。1 つだけ残してください。',
  CONSTRAINT_DRAFT_UNSUPPORTED:
    '2021 年のドラフトの形のコンストレイントには対応していません。無視します。1.0 で書き出してください。',
  CONSTRAINT_SOURCE_INVALID: 'コンストレイントの元のノードがありません。無視します。選び直してください。',
  CONSTRAINT_SOURCE_IS_SELF: 'ノードが自分自身に従っています。無視します。別の元を選んでください。',
  CONSTRAINT_AXIS_INVALID:
    'コンストレイントの軸が仕様にありません。無視します。roll は X、Y、Z、aim は PositiveX から NegativeZ を選んでください。',
  CONSTRAINT_WEIGHT_NOT_IN_RANGE: 'コンストレイントの重みが 0 から 1 の外です。範囲内に丸めます。直してください。',
  CONSTRAINT_CYCLE: 'コンストレイントが循環しているため、どれも働きません。循環を切ってください。',
  MTOON_VALUE_NOT_IN_RANGE: '色または係数が範囲の外です。範囲内に丸めます。直してください。',
  MTOON_OUTLINE_MODE_UNKNOWN:
    '輪郭線の方式が仕様にありません。none を使います。none、worldCoordinates、screenCoordinates から選んでください。',
  MTOON_TEXTURE_INVALID: 'マテリアルの指すテクスチャがありません。なしで描画します。テクスチャを選び直してください。',
  MTOON_QUEUE_NOT_IN_RANGE:
    'renderQueueOffsetNumber が透過方式の範囲 (0。BLEND では -9 から 0、深度書き込みありでは 0 から 9) の外です。範囲内に丸めます。直してください。',
  MATERIAL_SHADER_UNKNOWN:
    'VRM 0.x にないシェーダーです。glTF のマテリアルを使います。見た目を確実にするには、MToon か unlit を選んでください。',
  MATERIAL_PROPERTIES_COUNT:
    'materialProperties はマテリアルと同じ数でなければなりません。対応のないものは無視します。書き出し直してください。',
  MATERIAL_EMISSIVE_NOT_IN_RANGE: 'emissiveMultiplier が負です。1 を使います。直してください。',
  SKIN_BINDS_CONTRADICT_NODES:
    'スキンのバインド行列がノードの階層と矛盾しています。0.x とドラフトではノードを使います。バインドした姿勢で書き出してください。',
  CLIP_IN_AVATAR: 'VRMC_vrm_animation は専用のファイルに入れます。アバターの中では使われません。削除してください。',
  CLIP_BONE_UNKNOWN: 'その名前のボーンはありません。その動きは無視します。名前を直してください。',
  CLIP_BONE_MISSING:
    'アニメーションに必須のボーンが割り当てられていません。割り当てるか、顔だけなら humanoid を省いてください。',
  CLIP_BONE_NODE_INVALID: 'アニメーションのボーンの指すノードがありません。無視します。割り当て直してください。',
  CLIP_BONE_NODE_SHARED:
    'アニメーションの 1 つのノードに 2 つのボーンがあります。最初のものだけを使います。ボーンごとに別のノードにしてください。',
  CLIP_EYE_BONE: 'アニメーションの目は、ボーンではなく lookAt で動かします。このボーンは無視します。削除してください。',
  CLIP_EXPRESSION_PRESET_UNKNOWN:
    'その名前のプリセットはありません。無視します。カスタム表情にするか、名前を直してください。',
  CLIP_EXPRESSION_LOOK:
    'アニメーションに lookUp、lookDown、lookLeft、lookRight は使えません。lookAt を使ってください。',
  CLIP_EXPRESSION_CUSTOM_NAME_IS_PRESET:
    'アニメーションのカスタム表情の名前がプリセットと同じです。無視します。名前を変えてください。',
  CLIP_EXPRESSION_NODE_INVALID: 'アニメーションの表情のノードがありません。無視します。選び直してください。',
  CLIP_LOOK_AT_NODE_MISSING: 'lookAt のノードがないため、視線は動きません。選び直してください。',
  // vrm_validate.def
  VRM_NOT_GLB:
    'アバターは、拡張子 .vrm のバイナリー glTF (GLB) でなければなりません。1 つのファイルとして書き出してください。',
  VRM_EXTENSION_REQUIRED:
    'VRM の拡張を extensionsRequired に入れないでください。VRM に対応しないソフトでも表示できるようにするためです。削除してください。',
  VRM_EXTENSION_MISPLACED:
    'この VRM 拡張は、この種類のオブジェクトには使えず、誰も読みません。移すか、削除してください。',
  VRM_EXTENSION_MISSPELT: 'どの仕様にもない名前の拡張です。名前を直してください。',
  VRM_MEMBER_UNKNOWN: 'この形式のここに、その名前の項目はなく、誰も読みません。名前を直すか、extras に移してください。',
  VRM_VALUE_UNKNOWN: '仕様の一覧にない値です。既定値を使います。一覧から選んでください。',
  VRM_ARRAY_EMPTY: '配列には 1 つ以上の要素が必要です。書くものがなければ省いてください。',
  VRM0_VECTOR_IS_ARRAY:
    'VRM 0.x のベクトルは x、y、z のオブジェクトです。配列を読めないソフトがあります。オブジェクトで書いてください。',
  VRM_ANIMATION_UNUSED: 'アバターの中のアニメーションは使われません。モーションは .vrma ファイルにしてください。',
  VRM_CAMERA_UNUSED: 'アバターの中のカメラは使われません。削除してください。',
  NAME_DUPLICATED: '同じ種類に同じ名前のものがあります。名前で探すソフトは最初のものを使います。名前を変えてください。',
  NAME_UNSAFE:
    'ファイル名に使えない名前です。名前でファイルを書くソフトは変えてしまいます。スラッシュ、バックスラッシュ、: * ? " < > | や、最後の点・空白のない名前にしてください。',
  NAME_HAS_CONTROL_CHARACTERS: '文字列に制御文字か、文字の向きを変える記号があります。削除してください。',
  MESH_ATTRIBUTES_DIFFER:
    'メッシュのすべてのプリミティブは、最初のものと同じ頂点属性でなければなりません。すべての部分に同じ UV・色・ウェイトを付けてください。',
  MESH_MORPH_ATTRIBUTES_DIFFER:
    'モーフターゲットはメッシュ全体のものです。すべてのプリミティブで同じ属性でなければなりません。すべての部分のシェイプキーを同じように書き出してください。',
  MESH_TANGENT: '接線はアバターの読み込み時に計算されます。省くとファイルが小さくなります。',
  MORPH_TANGENT: 'モーフターゲットの接線は無視されます。省いてください。',
  MORPH_NAMES_COUNT:
    'extras.targetNames は、メッシュのモーフターゲットと同じ数でなければなりません。数を合わせてください。',
  MORPH_NAMES_IN_PRIMITIVE:
    'モーフターゲットの名前はメッシュ (meshes[].extras.targetNames) に書きます。ここでは一部のソフトしか読みません。',
  NODE_SCALE_ZERO: 'ノードの拡大率が 0 なので、その下のものが消えます。1 にしてください。',
  NODE_SCALE_NEGATIVE: 'ノードの拡大率が負です。モデリングソフトで反転を適用してください。',
  NODE_SCALE_NOT_UNIFORM: 'ノードの拡大率が軸ごとに違います。モデリングソフトで拡大縮小を適用してください。',
  NODE_ROTATION_NOT_NORMALIZED:
    'この形式では、初期姿勢のノードに回転があってはなりません。vrm normalize を使うか、モデリングソフトで回転を適用してください。',
  NODE_SCALE_NOT_NORMALIZED:
    'この形式では、初期姿勢のノードに拡大縮小があってはなりません。vrm normalize を使うか、モデリングソフトで拡大縮小を適用してください。',
  SKIN_BINDS_NOT_TRANSLATION:
    'この形式では、スキンのバインド行列は移動だけでなければなりません。vrm normalize を使ってください。別の姿勢と言われたら、モデリングソフトで姿勢を初期姿勢として適用してください。',
  SKIN_SKELETON_NOT_AT_ORIGIN:
    'スキンの skeleton のノードは原点になければなりません。skeleton を省くか、ノードを動かしてください。',
  META_NAME_EMPTY: 'アバターの名前が空です。入力してください。',
  META_AUTHOR_EMPTY: '作者が 1 人以上必要で、空の名前は使えません。',
  META_LICENSE_URL_INVALID:
    'licenseUrl は https://vrm.dev/licenses/1.0/ でなければなりません。追加の条件は otherLicenseUrl に書いてください。',
  META_PERMISSIONS_DISAGREE: '2 つの許可の組み合わせが不自然です。両方を読み、誤っている方を直してください。',
  META_REFERENCE_EMPTY: '参照が空です。削除してください。',
  META_TITLE_EMPTY: 'アバターにタイトルがありません。入力してください。',
  META_AUTHOR_UNKNOWN: 'アバターに作者がありません。誰が作ったかを書いてください。',
  META_PERMISSION_MISSING: '許可の項目がありません。最も厳しいものとして扱います。許可の内容を書いてください。',
  META_PERMISSION_SPELLING:
    'この項目の綴りは仕様では「Ussage」です。仕様どおりのソフトはこの綴りでは読みません。名前を変えてください。',
  META_LICENSE_CONTRADICTION: 'ライセンスと許可が矛盾しています。どちらかを直してください。',
  META_OTHER_LICENSE_MISSING: 'ライセンスが「Other」ですが、otherLicenseUrl がありません。アドレスを書いてください。',
  META_OTHER_LICENSE_UNUSED:
    'otherLicenseUrl は licenseName が「Other」のときだけ使われます。どちらかを削除してください。',
  META_URL_INVALID: 'https:// で始まる Web アドレスにしてください。',
  META_THUMBNAIL_FORMAT: 'サムネイルは PNG か JPEG でなければなりません。どちらかで保存してください。',
  META_THUMBNAIL_NOT_SQUARE: 'サムネイルは正方形でなければなりません。切り抜いてください。1024 x 1024 画素が最適です。',
  META_THUMBNAIL_SMALL: 'サムネイルが小さいです。1024 x 1024 画素をお勧めします。',
  HUMANOID_BONE_SCALE: 'ボーンの拡大率が 0 か負です。モデリングソフトで拡大縮小を適用してください。',
  HUMANOID_BONES_COINCIDE: 'ボーンと親のボーンが同じ位置にあり、向きが決まりません。離してください。',
  HUMANOID_NODE_NOT_IN_SCENE: 'ボーンのノードが、表示されるシーンにありません。ルートをシーンに追加してください。',
  HUMANOID_MIRRORED: '左右のボーンが逆です。割り当て直してください。',
  HUMANOID_FACES_BACK: 'アバターの向きが逆です (1.0 は +Z、0.x は -Z)。モデルを回してください。',
  HUMANOID_SPINE_BELOW_HIPS:
    '背骨が腰より下から始まっています。モーションで体が誤った位置で曲がります。腰を背骨の下に動かしてください。',
  TPOSE_NOT_UPRIGHT: '頭は腰より上、足は腰より下でなければなりません。モデルをまっすぐ立たせてください。',
  TPOSE_ARM: '腕が地面と平行に横へ伸びていません。T ポーズにしてください。',
  TPOSE_LEG: '脚がまっすぐ立っていません。T ポーズにしてください。',
  TPOSE_FOOT: '足がまっすぐ前を向いていません。前へ向けてください。',
  TPOSE_FINGER: '指が横へ伸びていません。まっすぐにしてください。',
  TPOSE_THUMB: '親指が横と前の間を向いていません。回してください。',
  TPOSE_NOT_SYMMETRIC: '左右が X = 0 で対称ではありません。モデルを中央に置いてください。',
  TPOSE_NOT_ON_GROUND: '足の裏は Y = 0 でなければなりません。モデルを上下に動かしてください。',
  EXPRESSION_NAME_EMPTY: '表情に名前がないため、誰も使えません。名前を付けてください。',
  EXPRESSION_WITHOUT_EFFECT: 'カスタム表情が何も変えません。割り当てを追加するか、削除してください。',
  EXPRESSION_BIND_DUPLICATED:
    '表情が同じモーフターゲットを 2 回動かしています。足すソフトと一方を使うソフトがあります。1 つだけ残してください。',
  EXPRESSION_WEIGHT_NOT_IN_RANGE: 'モーフの重みが範囲の外で、形が行き過ぎます。範囲内にしてください。',
  EXPRESSION_COLOR_UNSUPPORTED:
    'マテリアルにその色がないため、効果がありません。削除するか、マテリアルのシェーダーを変えてください。',
  EXPRESSION_COLOR_NOT_IN_RANGE:
    '色の成分が 0 から 1 の外です。色はリニアです。より明るくするには発光の強さを使ってください。',
  EXPRESSION_TEXTURE_BIND_UNUSED: 'マテリアルに動かせるテクスチャがないため、効果がありません。削除してください。',
  EXPRESSION_OVERRIDES_ITSELF: '表情は自分と同じ種類を上書きしません。効果がないので、削除してください。',
  EXPRESSION_MATERIAL_AMBIGUOUS:
    '同じ名前のマテリアルが複数あります。最初のものだけが変わります。名前を変えてください。',
  LOOK_AT_BONE_WITHOUT_EYES:
    '視線は目のボーンを回す設定ですが、目が割り当てられておらず、視線を動かせません。目を割り当ててください。',
  LOOK_AT_EXPRESSION_MISSING:
    '視線は表情で動かす設定ですが、lookUp、lookDown、lookLeft、lookRight のどれかがないか、効果がありません。追加するか、ボーンで動かしてください。',
  LOOK_AT_INPUT_ZERO: '0 度の範囲では、目が左右に飛びます。90 と書いてください。',
  LOOK_AT_OUTPUT_NOT_IN_RANGE: '範囲の出力が、目 (度) や表情 (1) の限界を超えています。小さくしてください。',
  LOOK_AT_OFFSET_FAR: '両目の間の点が、頭のボーンから 50 cm より離れています。単位はメートルです。直してください。',
  LOOK_AT_OFFSET_MISSING: 'offsetFromHeadBone がないと、目の位置をソフトがそれぞれ推測します。書いてください。',
  FIRST_PERSON_BONE_NOT_HEAD: '一人称のボーンが頭ではありません。1.0 では必ず頭を使います。',
  COLLIDER_RADIUS_ZERO: 'コライダーに大きさがありません。半径を設定してください。',
  COLLIDER_CAPSULE_DEGENERATE: 'カプセルの両端が同じ位置です。球にするか、tail を設定してください。',
  COLLIDER_UNUSED: 'どのグループにもないコライダーで、揺れものに当たりません。グループに追加するか、削除してください。',
  COLLIDER_GROUP_UNUSED: 'どの揺れものも使わないコライダーグループです。揺れものに追加するか、削除してください。',
  COLLIDER_GROUP_ENTRY_DUPLICATED: 'グループに同じコライダーが 2 回あります。一方を削除してください。',
  COLLIDER_FALLBACK_MISSING:
    'この拡張に対応しないソフトは、逆に押す基本の形状を使います。基本の球を遠く (半径 0、offset [0, -10000, 0]) に置くか、平面の後ろに大きな球を使ってください。',
  COLLIDER_INSIDE_TOO_SMALL: 'ジョイントが、内側に留めるコライダーより大きいです。どちらかを合わせてください。',
  SPRING_COLLIDERS_TOO_MANY:
    '揺れもののコライダーの指定が合計 1048576 回を超えます。残りは当たりません。グループは 1 回ずつ書いてください。',
  SPRING_BONE_LENGTH_ZERO: 'ジョイントと次のジョイントが同じ位置なので、揺れません。離してください。',
  SPRING_JOINT_IS_HUMAN_BONE:
    'ジョイントがヒューマノイドのボーンです。揺れによってポーズが失われます。専用のノードを使ってください。',
  SPRING_GRAVITY_DIR_NOT_UNIT: 'gravityDir の長さは gravityPower に掛かります。1 にしてください。',
  SPRING_COLLIDER_GROUP_DUPLICATED: '揺れものに同じコライダーグループが 2 回あります。一方を削除してください。',
  SPRING_WITHOUT_BONES: 'ボーングループにルートボーンがなく、何もしません。削除してください。',
  SPRING_STIFFNESS_SPELLING:
    'この項目の綴りは仕様では「stiffiness」です。仕様どおりのソフトはこの綴りでは読みません。名前を変えてください。',
  CONSTRAINT_SOURCE_BELOW_DESTINATION:
    '自分の下にあるものには向けられません。元も一緒に回ります。別の元を選んでください。',
  CONSTRAINT_AIM_COINCIDES: '元が、向けるノードと同じ位置にあります。どちらかを動かしてください。',
  CONSTRAINT_ON_SPRING_JOINT:
    'ノードは揺れもののジョイントでもあります。揺れものが最後に働き、コンストレイントを打ち消します。一方だけにしてください。',
  CONSTRAINT_WITHOUT_EFFECT: '重み 0 のコンストレイントは何もしません。削除してください。',
  TEXTURE_TRANSFORM_ROTATION: 'テクスチャの回転はお勧めしません。対応しないソフトがあります。画像を回してください。',
  TEXTURE_TRANSFORM_TEXCOORD:
    'テクスチャ変換の texCoord はお勧めしません。読まないソフトがあります。テクスチャ自体に設定してください。',
  MTOON_Z_WRITE_WITHOUT_BLEND:
    'transparentWithZWrite は alphaMode が BLEND のときだけ効果があります。BLEND にするか、削除してください。',
  MTOON_OUTLINE_WITHOUT_WIDTH:
    '輪郭線に太さがありません。outlineWidthFactor を設定するか、outlineWidthMode を none にしてください。',
  MTOON_SHADE_COLOR_MISSING: '影の色が書かれていないと、ソフトによって黒か白になります。書いてください。',
  MTOON_MATCAP_FACTOR_MISSING: 'matcapFactor が書かれていないと、ソフトによって白か黒になります。書いてください。',
  MTOON_UNLIT_FALLBACK_MISSING:
    'KHR_materials_unlit を追加してください。MToon に対応しないソフトで、光沢なしで描画されます。',
  MTOON_UV_ANIMATION_CLAMPED: 'テクスチャが動きますが、サンプラーが端で止まります。繰り返しにしてください。',
  MTOON_VERTEX_COLORS_IGNORED: 'MToon は頂点カラーを無視します。省いてください。',
  MATERIAL_EMISSION_TWICE:
    '発光の強さが 2 つあります。KHR_materials_emissive_strength を使います。もう一方を削除してください。',
  MATERIAL_HDR_MULTIPLIER_ARCHIVED: 'この拡張は廃止されました。KHR_materials_emissive_strength を使ってください。',
  MATERIAL_NAME_DIFFERS: 'materialProperties の名前が、同じ位置のマテリアルと違います。順序を確認してください。',
  MATERIAL_QUEUE_NOT_IN_RANGE: '描画順が、透過方式の範囲の外です。読み込み時に描画の順序が変わります。直してください。',
  CLIP_EMPTY: 'アニメーションにボーンも表情も視線もなく、何も動きません。割り当てを含めて書き出し直してください。',
  CLIP_WITHOUT_ANIMATION:
    'ファイルに glTF アニメーションがなく、何も動きません。モーションを含めて書き出し直してください。',
  CLIP_NOT_DESCENDANT: 'ボーンのノードが、親のボーンのノードの下にありません。割り当てかノードの階層を直してください。',
  CLIP_HIPS_ON_GROUND:
    '初期姿勢の腰が地面にあるため、動きをアバターの大きさに合わせられません。T ポーズで保存してください。',
  CLIP_NODE_SCALED: 'アニメーションのボーンに拡大縮小があってはなりません。適用してください。',
  CLIP_TRANSLATION_NOT_HIPS: '移動できるのは腰だけです。チャンネルは無視します。削除してください。',
  CLIP_SCALE_ANIMATED: 'ボーンの拡大縮小は動かせません。チャンネルは無視します。削除してください。',
  CLIP_EXPRESSION_NOT_TRANSLATED: '表情の強さはノードの位置です。他のチャンネルは無視します。移動を動かしてください。',
  CLIP_EXPRESSION_NODE_SHARED: '表情のノードが他のことにも使われています。専用のノードにしてください。',
  CLIP_WEIGHT_NOT_IN_RANGE:
    '表情の強さ (ノードの X) が 0 から 1 の外に出ます。範囲内に丸めます。キーを直してください。',
  CLIP_GAZE_NOT_ROTATED:
    '視線はノードの回転です。他のチャンネルは無視します。古いドラフトは点を入れていました。回転を動かしてください。',
};
